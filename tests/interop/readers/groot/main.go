// Print what groot reads from files: see ../canonical.py.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"reflect"
	"strconv"

	"go-hep.org/x/hep/groot"
	"go-hep.org/x/hep/groot/rhist"
	"go-hep.org/x/hep/groot/riofs"
	"go-hep.org/x/hep/groot/rtree"
)

type contents struct {
	Trees      map[string]tree    `json:"trees"`
	Histograms map[string]outcome `json:"histograms"`
}

type tree struct {
	Entries  int64              `json:"entries"`
	Branches map[string]outcome `json:"branches"`
	Refused  string             `json:"refused,omitempty"` // the tree as a whole
}

// An outcome has values, or the reason why there are none.
type outcome struct {
	Values  any    `json:"values,omitempty"`
	Refused string `json:"refused,omitempty"`
}

func attempt(read func() (any, error)) (found outcome) {
	defer func() {
		if failure := recover(); failure != nil {
			found = outcome{Refused: fmt.Sprint("panic: ", failure)}
		}
	}()
	values, err := read()
	if err != nil {
		return outcome{Refused: err.Error()}
	}
	return outcome{Values: values}
}

func hexadecimal(number float64) string {
	if math.IsNaN(number) {
		return "nan"
	}
	return fmt.Sprintf("%016x", math.Float64bits(number))
}

func hexadecimals(numbers []float64) []string {
	all := make([]string, len(numbers))
	for i, number := range numbers {
		all[i] = hexadecimal(number)
	}
	return all
}

// A character for each byte.
func text(bytes string) string {
	runes := make([]rune, len(bytes))
	for i := range len(bytes) {
		runes[i] = rune(bytes[i])
	}
	return string(runes)
}

func canonical(value reflect.Value) any {
	switch {
	case value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface:
		return canonical(value.Elem())
	case value.Kind() == reflect.Bool:
		return value.Bool()
	case value.CanInt():
		return strconv.FormatInt(value.Int(), 10)
	case value.CanUint():
		return strconv.FormatUint(value.Uint(), 10)
	case value.CanFloat():
		return hexadecimal(value.Float())
	case value.Kind() == reflect.String:
		return text(value.String())
	case value.Kind() == reflect.Slice || value.Kind() == reflect.Array:
		items := make([]any, value.Len())
		for i := range items {
			items[i] = canonical(value.Index(i))
		}
		return items
	case value.Kind() == reflect.Struct:
		members := make(map[string]any)
		for i := range value.NumField() {
			members[value.Type().Field(i).Name] = canonical(value.Field(i))
		}
		return members
	}
	panic("no canonical form of " + value.Type().String())
}

// groot 0.38 writes beyond the memory that it makes for a list of arrays, x[n][2], which ends in other values, a panic or
// a crash of the whole program.
func isListOfArrays(branch rtree.Branch) bool {
	for _, leaf := range branch.Leaves() {
		if leaf.LeafCount() != nil && len(leaf.Shape()) > 0 {
			return true
		}
	}
	return false
}

// All entries of a branch; several leaves make a record.
func branchValues(t rtree.Tree, branch string) (any, error) {
	if isListOfArrays(t.Branch(branch)) {
		return nil, errors.New("not tried: a list of arrays")
	}
	var vars []rtree.ReadVar
	for _, v := range rtree.NewReadVars(t) {
		if v.Name == branch {
			vars = append(vars, v)
		}
	}
	reader, err := rtree.NewReader(t, vars)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	values := make([]any, 0, t.Entries())
	err = reader.Read(func(rtree.RCtx) error {
		if len(vars) == 1 {
			values = append(values, canonical(reflect.ValueOf(vars[0].Value)))
			return nil
		}
		record := make(map[string]any)
		for _, v := range vars {
			record[v.Leaf] = canonical(reflect.ValueOf(v.Value))
		}
		values = append(values, record)
		return nil
	})
	return values, err
}

func readTree(t rtree.Tree) tree {
	found := tree{Entries: t.Entries(), Branches: make(map[string]outcome)}
	for _, branch := range t.Branches() {
		name := branch.Name()
		found.Branches[name] = attempt(func() (any, error) { return branchValues(t, name) })
	}
	return found
}

func readHistogram(h *rhist.H1D) any {
	axis := h.XAxis()
	return map[string]any{
		"name":           text(h.Name()),
		"title":          text(h.Title()),
		"label":          text(axis.Title()),
		"bins":           strconv.Itoa(axis.NBins()),
		"low":            hexadecimal(axis.XMin()),
		"high":           hexadecimal(axis.XMax()),
		"edges":          hexadecimals(axis.XBins()),
		"contents":       hexadecimals(h.Array().Data),
		"squares":        hexadecimals(h.SumW2s()),
		"entries":        hexadecimal(h.Entries()),
		"sum":            hexadecimal(h.SumW()),
		"sum_of_squares": hexadecimal(h.SumW2()),
		"sum_x":          hexadecimal(h.SumWX()),
		"sum_xx":         hexadecimal(h.SumWX2()),
	}
}

func read(path string) (contents, error) {
	found := contents{make(map[string]tree), make(map[string]outcome)}
	file, err := groot.Open(path)
	if err != nil {
		return found, err
	}
	defer file.Close()
	for _, key := range file.Keys() {
		read := attempt(func() (any, error) { return readObject(key) })
		switch key.ClassName() {
		case "TTree":
			if t, ok := read.Values.(tree); ok {
				found.Trees[key.Name()] = t
			} else {
				found.Trees[key.Name()] = tree{Refused: read.Refused}
			}
		case "TH1D":
			found.Histograms[key.Name()] = read
		}
	}
	return found, nil
}

func readObject(key riofs.Key) (any, error) {
	object, err := key.Object()
	if err != nil {
		return nil, err
	}
	switch object := object.(type) {
	case rtree.Tree:
		return readTree(object), nil
	case *rhist.H1D:
		return readHistogram(object), nil
	}
	return nil, fmt.Errorf("%s is a %T", key.Name(), object)
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "columns" {
		runJobs()
		return
	}
	for _, path := range os.Args[1:] {
		found, err := read(path)
		if err != nil {
			log.Fatalf("%s: %v", path, err)
		}
		if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
			log.Fatal(err)
		}
	}
}
