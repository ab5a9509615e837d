// Read columns with JSROOT: see ../columns/jobs.py.
import { createInterface } from 'node:readline';
import { openFile, TSelector, treeProcess } from 'jsroot';
import { rntupleProcess } from 'jsroot/rntuple';

const bytes = new DataView(new ArrayBuffer(8));

// JavaScript has one type for nearly all numbers: their 8 bytes as a double, which the test turns into what they are.
function spelled(number) {
  if (Number.isNaN(number)) return { number: 'nan' };
  bytes.setFloat64(0, number);
  return { number: bytes.getBigUint64(0).toString(16).padStart(16, '0') };
}

function canonical(value) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return spelled(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value, canonical);
  if (value instanceof Map) return Array.from(value, pair => pair.map(canonical));
  const members = Object.entries(value).filter(([name, of]) => !/^[_$]/.test(name) && typeof of !== 'function');
  return Object.fromEntries(members.map(([name, of]) => [name, canonical(of)]));
}

// What is said on the console while `work` runs is the reason, if it fails.
async function attempt(work) {
  const said = [];
  const [error, warn, log] = [console.error, console.warn, console.log];
  console.error = console.warn = console.log = (...words) => said.push(words.join(' '));
  try {
    return await work();
  } catch (failure) {
    return { refused: [failure?.message ?? String(failure), ...said].join('; ') };
  } finally {
    [console.error, console.warn, console.log] = [error, warn, log];
  }
}

const opened = new Map();

async function tableOf(path, name) {
  const key = `${path}:${name}`;
  if (!opened.has(key)) opened.set(key, await (await openFile(`file://${path}`)).readObject(name));
  return opened.get(key);
}

async function branchValues(tree, branch) {
  const values = [];
  const selector = new TSelector();
  selector.addBranch(branch, 'value');
  selector.Process = () => values.push(canonical(selector.tgtobj.value));
  await treeProcess(tree, selector);
  return { values };
}

function leavesOf(branch) {
  const below = branch.fBranches.arr;
  return below.length === 0 ? [branch] : below.flatMap(leavesOf);
}

async function columnOfTree(tree, name) {
  const branch = tree.fBranches.arr.find(one => one.fName.replace(/\.$/, '') === name);
  if (branch.fBranches.arr.length === 0) return branchValues(tree, branch);
  const branches = {};
  for (const leaf of leavesOf(branch)) branches[leaf.fName] = await attempt(() => branchValues(tree, leaf));
  return { branches };
}

async function columnOfNTuple(ntuple, name) {
  const values = [];
  const selector = new TSelector();
  selector.addBranch(name, 'value');
  selector.Process = () => values.push(canonical(selector.tgtobj.value));
  await rntupleProcess(ntuple, selector);
  return { values };
}

for await (const line of createInterface({ input: process.stdin })) {
  const [path, table, name] = JSON.parse(line);
  const found = await attempt(async () => {
    if (table === 'objects') return { values: [canonical(await tableOf(path, `${table}/${name}`))] };
    const stored = await tableOf(path, table);
    return stored._typename === 'ROOT::RNTuple' ? columnOfNTuple(stored, name) : columnOfTree(stored, name);
  });
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
