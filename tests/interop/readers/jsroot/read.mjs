// Print what JSROOT reads from files: see ../canonical.py.
import { openFile, TSelector, treeProcess } from 'jsroot';

const bytes = new DataView(new ArrayBuffer(8));

function hexadecimal(number) {
  if (Number.isNaN(number)) return 'nan';
  bytes.setFloat64(0, number);
  return bytes.getBigUint64(0).toString(16).padStart(16, '0');
}

// How to spell the numbers of a leaf or class: JavaScript has one type for nearly all of them.
const spellings = {
  bool: value => value === true || value === 1,
  integer: value => (Number.isInteger(value) || typeof value === 'bigint' ? String(value) : `no integer: ${value}`),
  float: hexadecimal,
  text: value => value,
};

function kindOfLeaf(leaf) {
  return { TLeafO: 'bool', TLeafC: 'text', TLeafF: 'float', TLeafD: 'float', TLeafF16: 'float', TLeafD32: 'float' }[
    leaf._typename] ?? 'integer';
}

function kindOfClass(name) {
  const item = name.slice(name.lastIndexOf('<') + 1).split('>')[0].trim();
  return { bool: 'bool', string: 'text', float: 'float', double: 'float' }[item] ?? 'integer';
}

function kindOf(branch) {
  const leaves = branch.fLeaves.arr;
  if (branch.fClassName) return kindOfClass(branch.fClassName);
  if (leaves.length === 1) return kindOfLeaf(leaves[0]);
  return Object.fromEntries(leaves.map(leaf => [leaf.fName, kindOfLeaf(leaf)]));
}

function canonical(value, kind) {
  if (value === undefined || value === null) return null;
  if (typeof kind === 'object') return Object.fromEntries(Object.entries(kind).map(([name, of]) => [name, canonical(value[name], of)]));
  if (typeof value === 'object') return Array.from(value, item => canonical(item, kind));
  return spellings[kind](value);
}

// What is said on the console while `work` runs is the reason, if it fails.
async function attempt(work) {
  const said = [];
  const [error, warn, log] = [console.error, console.warn, console.log];
  console.error = console.warn = console.log = (...words) => said.push(words.join(' '));
  try {
    return { values: await work() };
  } catch (failure) {
    return { refused: [failure?.message ?? String(failure), ...said].join('; ') };
  } finally {
    [console.error, console.warn, console.log] = [error, warn, log];
  }
}

async function branchValues(tree, branch) {
  if (tree.fEntries === 0) return []; // which treeProcess would take for a fault
  const kind = kindOf(branch);
  const values = [];
  const selector = new TSelector();
  selector.addBranch(branch, 'value');
  selector.Process = () => values.push(canonical(selector.tgtobj.value, kind));
  await treeProcess(tree, selector);
  return values;
}

async function readTree(file, name) {
  const tree = await file.readObject(name);
  const branches = {};
  for (const branch of tree.fBranches.arr) branches[branch.fName] = await attempt(() => branchValues(tree, branch));
  return { entries: tree.fEntries, branches };
}

async function readHistogram(file, name) {
  const found = await file.readObject(name);
  const axis = found.fXaxis;
  const list = numbers => Array.from(numbers ?? [], hexadecimal);
  return {
    name: found.fName,
    title: found.fTitle,
    label: axis.fTitle,
    bins: String(axis.fNbins),
    low: hexadecimal(axis.fXmin),
    high: hexadecimal(axis.fXmax),
    edges: list(axis.fXbins),
    contents: list(found.fArray),
    squares: list(found.fSumw2),
    entries: hexadecimal(found.fEntries),
    sum: hexadecimal(found.fTsumw),
    sum_of_squares: hexadecimal(found.fTsumw2),
    sum_x: hexadecimal(found.fTsumwx),
    sum_xx: hexadecimal(found.fTsumwx2),
  };
}

for (const path of process.argv.slice(2)) {
  const file = await openFile(`file://${path}`);
  const found = { trees: {}, histograms: {} };
  for (const key of file.fKeys) {
    if (key.fClassName === 'TTree') found.trees[key.fName] = await readTree(file, key.fName);
    if (key.fClassName === 'TH1D') found.histograms[key.fName] = await attempt(() => readHistogram(file, key.fName));
  }
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
