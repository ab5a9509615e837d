package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"go-hep.org/x/hep/groot"
	"go-hep.org/x/hep/groot/riofs"
	"go-hep.org/x/hep/groot/rtree"
)

// The canonical form of an object's members goes by the names that they have in the file.
func objectOf(value reflect.Value) any {
	switch {
	case value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface:
		return objectOf(value.Elem())
	case value.Kind() == reflect.Slice || value.Kind() == reflect.Array:
		items := make([]any, value.Len())
		for i := range items {
			items[i] = objectOf(value.Index(i))
		}
		return items
	case value.Kind() == reflect.Map:
		pairs := make([]any, 0, value.Len())
		for _, key := range value.MapKeys() {
			pairs = append(pairs, []any{objectOf(key), objectOf(value.MapIndex(key))})
		}
		return pairs
	case value.Kind() == reflect.Struct:
		members := make(map[string]any)
		for i := range value.NumField() {
			field := value.Type().Field(i)
			name, ok := field.Tag.Lookup("groot")
			if !ok {
				name = field.Name
			}
			name, _, _ = strings.Cut(name, "[") // "cov[2][3]"
			members[name] = objectOf(value.Field(i))
		}
		return members
	}
	return canonical(value)
}

// All entries of the one column that a tree has.
func columnOf(path, table, column string) (any, error) {
	file, err := groot.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if table == "objects" {
		_, err := riofs.Dir(file).Get(table + "/" + column)
		if err == nil {
			err = errors.New("an object that does not say what it has")
		}
		return nil, err
	}
	object, err := file.Get(table)
	if err != nil {
		return nil, err
	}
	tree, ok := object.(rtree.Tree)
	if !ok {
		return nil, fmt.Errorf("%s is a %T", table, object)
	}
	vars := rtree.NewReadVars(tree)
	if len(vars) != 1 {
		return nil, errors.New("not one variable")
	}
	reader, err := rtree.NewReader(tree, vars)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	values := make([]any, 0, tree.Entries())
	err = reader.Read(func(rtree.RCtx) error {
		values = append(values, objectOf(reflect.ValueOf(vars[0].Value)))
		return nil
	})
	return values, err
}

// Answer lines [path, table, column]: see ../columns/jobs.py.
func runJobs() {
	lines := bufio.NewScanner(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var job [3]string
		if err := json.Unmarshal(lines.Bytes(), &job); err != nil {
			panic(err)
		}
		if err := answers.Encode(attempt(func() (any, error) { return columnOf(job[0], job[1], job[2]) })); err != nil {
			panic(err)
		}
	}
}
