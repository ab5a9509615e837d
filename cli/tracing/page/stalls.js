"use strict";
// The page: graphs on canvases, what the pointer is on, search, tables.

const gutter = 110; // pixels for the names of rows
const curveHeight = 56;
const stackHeight = 120;
const gap = 10;

const about = JSON.parse(document.getElementById("about").textContent);
const element = (id) => document.getElementById(id);
const stateNumber = new Map(about.states.map((state, number) => [state.name, number]));
const isWait = about.states.map((state) => state.is_wait);
const isModule = Uint8Array.from(about.states, (state) => (state.is_module ? 1 : 0));
const stalledNames = new Set(about.stalled);
const darkness = matchMedia("(prefers-color-scheme: dark)");
const view = { from: 0, to: 1, search: "", matching: null, pinned: -1 };
let trace;
let rows; // {streams, threads}, of segments
let longWaits; // places of the stalls, by stream
let mostRunning = 1;

const colour = (number) => (darkness.matches ? about.states[number].dark : about.states[number].light);
const themed = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const count = (number) => number.toLocaleString("en");

/** A time in nanoseconds with a fitting unit. */
function timeText(time) {
  const [factor, unit] = time >= 1e9 || time === 0 ? [1e9, "s"] : time >= 1e6 ? [1e6, "ms"] : time >= 1e3 ? [1e3, "µs"] : [1, "ns"];
  return `${Number((time / factor).toPrecision(4))} ${unit}`;
}

function bytesText(bytes) {
  return bytes < 1000 ? `${bytes} bytes` : `${count(bytes)} bytes (${bytes >= 1e6 ? `${(bytes / 1e6).toPrecision(3)} MB` : `${(bytes / 1e3).toPrecision(3)} kB`})`;
}

/** The state in whose colour a span is drawn: modules that have stalled are red. */
function shownState(place) {
  const state = trace.spans.state[place];
  return state <= 1 && stalledNames.has(trace.spans.name[place]) ? stateNumber.get("stalled") : state;
}

// --- drawing

/** The context of a canvas with this height, cleared, in which a unit is a pixel of the page. */
function cleared(canvas, height) {
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = themed("--ground");
  context.fillRect(0, 0, width, height);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  return context;
}

const plotWidth = (canvas) => Math.max(10, Math.floor(canvas.clientWidth) - gutter);
const rowHeight = (size) => Math.max(3, Math.min(30, Math.floor(600 / Math.max(1, size))));

function kindFunction() {
  const unmatched = about.states.length;
  const { matching } = view;
  if (!matching) return shownState;
  return (place) => (matching[place] ? shownState(place) : unmatched);
}

/** Draw a run of pixels in each colour. */
function drawPixels(context, colours, top, height) {
  for (let first = 0; first < colours.length; ) {
    let last = first + 1;
    while (last < colours.length && colours[last] === colours[first]) ++last;
    if (colours[first] !== null) {
      context.fillStyle = colours[first];
      context.fillRect(gutter + first, top, last - first, height);
    }
    first = last;
  }
}

/** The colour of each pixel: of the state with the largest share, also if it is idle for longer; of what matches the
 *  search before all else. */
function pixelColours(shares, kinds, width, palette) {
  const colours = new Array(width).fill(null);
  for (let pixel = 0; pixel < width; ++pixel) {
    let largest = 0;
    for (let kind = 0; kind + 1 < kinds; ++kind) {
      if (shares[pixel * kinds + kind] > largest) {
        largest = shares[pixel * kinds + kind];
        colours[pixel] = palette[kind];
      }
    }
    if (largest === 0 && shares[pixel * kinds + kinds - 1] > 0) colours[pixel] = palette[kinds - 1];
  }
  return colours;
}

/** A text, cut where it would be wider than the names have place. */
function fitting(context, text) {
  const most = gutter - 8;
  if (context.measureText(text).width <= most) return text;
  let letters = [...text.slice(0, 80)];
  while (letters.length > 1 && context.measureText(`${letters.join("")}…`).width > most) letters = letters.slice(0, -1);
  return `${letters.join("")}…`;
}

function drawRows(canvas, segmentsOfRows, names, marksStalls) {
  const height = rowHeight(segmentsOfRows.length);
  const context = cleared(canvas, height * segmentsOfRows.length + 2);
  const width = plotWidth(canvas);
  const kinds = about.states.length + 1;
  const palette = [...about.states.map((_, number) => colour(number)), themed("--line")];
  const sum = new Float32Array(width * kinds);
  const [idle, text, blue, red] = [themed("--idle"), themed("--text"), colour(stateNumber.get("several")), colour(stateNumber.get("stalled"))];
  const inner = height > 5 ? height - 1 : height;
  const band = Math.ceil(inner * (mostRunning > 1 ? 0.65 : 1)); // the state; above it, how many modules run
  for (const [row, segments] of segmentsOfRows.entries()) {
    const top = row * height;
    context.fillStyle = idle;
    context.fillRect(gutter, top, width, inner);
    const { shares, most } = binned(segments, kindFunction(), kinds, view.from, view.to, width);
    for (let place = 0; place < sum.length; ++place) sum[place] += shares[place];
    drawPixels(context, pixelColours(shares, kinds, width, palette), top + inner - band, band);
    if (mostRunning > 1) drawRunning(context, most, top, inner - band, blue);
    if (marksStalls) drawStallMarks(context, row, top + inner - 2, width, red);
    if (height >= 10 || row % Math.ceil(12 / height) === 0) {
      context.fillStyle = text;
      context.fillText(fitting(context, names[row]), 4, top + Math.max(6, height / 2));
    }
  }
  return { sum, kinds, palette };
}

function drawRunning(context, most, top, height, blue) {
  context.fillStyle = blue;
  for (let pixel = 0; pixel < most.length; ++pixel) {
    if (most[pixel] < 2) continue;
    const part = Math.max(1, Math.round((height * (most[pixel] - 1)) / (mostRunning - 1)));
    context.fillRect(gutter + pixel, top + height - part, 1, part);
  }
}

/** A line below each stall, so that it is seen however short it is on the page. */
function drawStallMarks(context, row, top, width, red) {
  const scale = width / (view.to - view.from);
  context.fillStyle = red;
  for (const place of longWaits[row]) {
    const begin = (trace.spans.begin[place] - view.from) * scale;
    const end = (trace.spans.end[place] - view.from) * scale;
    if (end < 0 || begin > width) continue;
    const first = Math.max(0, begin);
    context.fillRect(gutter + first, top, Math.max(1, Math.min(width, end) - first), 2);
  }
}

/** How many streams are in each state, stacked. */
function drawStack(canvas, { sum, kinds, palette }, streams) {
  const context = cleared(canvas, stackHeight);
  const width = plotWidth(canvas);
  context.fillStyle = themed("--idle");
  context.fillRect(gutter, 0, width, stackHeight);
  for (let pixel = 0; pixel < width; ++pixel) {
    let bottom = stackHeight;
    for (let kind = 0; kind < kinds; ++kind) {
      const part = (sum[pixel * kinds + kind] / Math.max(1, streams)) * stackHeight;
      if (part <= 0) continue;
      context.fillStyle = palette[kind];
      context.fillRect(gutter + pixel, bottom - part, 1, part);
      bottom -= part;
    }
  }
  context.fillStyle = themed("--text");
  context.fillText(`${streams} streams`, 4, 8);
  context.fillText("0", 4, stackHeight - 7);
}

/** The smallest and largest value of a counter in each pixel. */
function drawCurves(canvas) {
  const context = cleared(canvas, Math.max(1, trace.counters.length * (curveHeight + gap)));
  const width = plotWidth(canvas);
  for (const [number, counter] of trace.counters.entries()) {
    const top = number * (curveHeight + gap);
    const most = counter.value.reduce((a, b) => Math.max(a, b), 0) || 1;
    context.fillStyle = themed("--idle");
    context.fillRect(gutter, top, width, curveHeight);
    context.fillStyle = themed("--text");
    context.fillText(`up to ${most >= 1e7 ? `${(most / 1e6).toPrecision(3)} M` : count(most)}`, 4, top + 24);
    context.fillStyle = themed("--curve");
    const step = (view.to - view.from) / width;
    let at = lastAtMost(counter.time, counter.time.length, view.from);
    for (let pixel = 0; pixel < width; ++pixel) {
      let low = at >= 0 ? counter.value[at] : 0;
      let high = low;
      const until = view.from + (pixel + 1) * step;
      while (at + 1 < counter.time.length && counter.time[at + 1] < until) {
        ++at;
        low = Math.min(low, counter.value[at]);
        high = Math.max(high, counter.value[at]);
      }
      const y = (value) => top + curveHeight - 1 - (value / most) * (curveHeight - 2);
      context.fillRect(gutter + pixel, y(high), 1, Math.max(1.5, y(low) - y(high)));
    }
    context.fillStyle = themed("--text");
    context.fillText(counter.name, 4, top + 9);
  }
}

function drawAxis(canvas) {
  const context = cleared(canvas, 20);
  const width = plotWidth(canvas);
  const least = ((view.to - view.from) / width) * 110;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least);
  context.fillStyle = themed("--quiet");
  for (let tick = Math.ceil(view.from / step); tick * step <= view.to; ++tick) {
    const x = gutter + ((tick * step - view.from) / (view.to - view.from)) * width;
    context.fillRect(x, 14, 1, 6);
    context.fillText(timeText(tick * step), x + 3, 8);
  }
}

/** The arrows that begin or end in the chosen span. */
function drawArrows(canvas) {
  const place = view.pinned;
  if (place < 0) return;
  const { begin, end, stream } = trace.spans;
  const context = canvas.getContext("2d");
  const height = rowHeight(rows.streams.length);
  const x = (time) => gutter + ((time - view.from) / (view.to - view.from)) * plotWidth(canvas);
  context.strokeStyle = context.fillStyle = themed("--text");
  const touches = (time, row) => row === stream[place] && time >= begin[place] && time <= end[place];
  for (const arrow of trace.arrows) {
    if (!touches(arrow.from, arrow.fromStream) && !touches(arrow.to, arrow.toStream)) continue;
    context.beginPath();
    context.moveTo(x(arrow.from), (arrow.fromStream + 0.5) * height);
    context.lineTo(x(arrow.to), (arrow.toStream + 0.5) * height);
    context.stroke();
    context.fillRect(x(arrow.to) - 2, (arrow.toStream + 0.5) * height - 2, 5, 5);
  }
}

let isPlanned = false;
function redraw() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(() => {
    isPlanned = false;
    drawAxis(element("axis"));
    if (trace.counters.length > 0) drawCurves(element("curves"));
    const drawn = drawRows(element("streams"), rows.streams, about.streams, true);
    drawStack(element("stack"), drawn, about.streams.length);
    if (rows.threads.length > 0) drawRows(element("threads"), rows.threads, about.threads.map((thread) => `thread ${thread}`), false);
    drawArrows(element("streams"));
    element("shown").textContent = `${timeText(view.from)} to ${timeText(view.to)}`;
    document.body.dataset.drawn = String(Number(document.body.dataset.drawn || 0) + 1);
  });
}

// --- moving

function show(from, to) {
  const least = 20; // nanoseconds
  const size = Math.min(about.duration, Math.max(least, to - from));
  view.from = Math.max(0, Math.min(from, about.duration - size));
  view.to = view.from + size;
  redraw();
}

function zoom(factor, centre = (view.from + view.to) / 2) {
  show(centre - (centre - view.from) * factor, centre + (view.to - centre) * factor);
}

const move = (share) => show(view.from + (view.to - view.from) * share, view.to + (view.to - view.from) * share);
const timeAt = (canvas, x) => view.from + ((x - canvas.getBoundingClientRect().left - gutter) / plotWidth(canvas)) * (view.to - view.from);

/** Show the span with some room around it, and what is known of it. */
function choose(place) {
  const { begin, end } = trace.spans;
  const room = Math.max(end[place] - begin[place], 1000);
  pin(place);
  show(begin[place] - room, end[place] + room);
}

// --- what the pointer is on

/** The span that a row shows at a place, and how many others are in the same pixel. */
function spanAt(canvas, event) {
  const segmentsOfRows = canvas.id === "threads" ? rows.threads : rows.streams;
  const row = Math.floor((event.clientY - canvas.getBoundingClientRect().top) / rowHeight(segmentsOfRows.length));
  const segments = segmentsOfRows[row];
  if (!segments) return { place: -1, others: 0 };
  const first = timeAt(canvas, Math.floor(event.clientX));
  const last = first + (view.to - view.from) / plotWidth(canvas);
  const seen = new Set();
  let [place, longest] = [-1, 0];
  for (let at = Math.max(0, lastAtMost(segments.time, segments.size, first)); at + 1 < segments.size && segments.time[at] < last; ++at) {
    const part = Math.min(last, segments.time[at + 1]) - Math.max(first, segments.time[at]);
    if (segments.top[at] < 0 || part <= 0) continue;
    seen.add(segments.top[at]);
    if (part > longest) [place, longest] = [segments.top[at], part];
  }
  return { place, others: Math.max(0, seen.size - 1) };
}

function spanText(place, others) {
  const { begin, end, name, state, event, bytes, tier, thread, stream } = trace.spans;
  const lines = [`${about.names[name[place]]} · ${about.states[state[place]].name} (${about.states[state[place]].meaning})`];
  lines.push(`${timeText(end[place] - begin[place])}, from ${timeText(begin[place])}`);
  if (event[place] !== trace.spans.noEvent) lines.push(`event ${event[place]}`);
  if (tier[place] >= 0) lines.push(`tier ${about.tiers[tier[place]]}`);
  if (bytes[place] > 0) lines.push(bytesText(bytes[place]));
  lines.push(about.streams[stream[place]] + (thread[place] >= 0 ? `, thread ${about.threads[thread[place]]}` : ""));
  if (others > 0) lines.push(`and ${count(others)} more in this pixel`);
  return lines.join("\n");
}

function pin(place) {
  view.pinned = place;
  element("chosen").hidden = place < 0;
  element("chosen").textContent = place < 0 ? "" : spanText(place, 0);
}

function showTip(canvas, event) {
  const { place, others } = spanAt(canvas, event);
  const tip = element("tip");
  tip.hidden = place < 0;
  if (place < 0) return;
  tip.textContent = spanText(place, others);
  tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
}

/** Dragging marks a range that is then shown; with the shift key it moves what is shown. */
function listen(canvas) {
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, from: view.from, to: view.to, moves: event.shiftKey };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) return canvas.id === "streams" || canvas.id === "threads" ? showTip(canvas, event) : undefined;
    element("tip").hidden = true;
    const scale = (drag.to - drag.from) / plotWidth(canvas);
    if (drag.moves) return show(drag.from - (event.clientX - drag.x) * scale, drag.to - (event.clientX - drag.x) * scale);
    const place = canvas.getBoundingClientRect();
    const range = element("range");
    range.hidden = false;
    range.style.cssText = `left:${scrollX + Math.min(event.clientX, drag.x)}px;width:${Math.abs(event.clientX - drag.x)}px;top:${scrollY + place.top}px;height:${place.height}px`;
  });
  canvas.addEventListener("pointerup", (event) => {
    const { x, moves } = drag ?? { x: event.clientX, moves: true };
    drag = null;
    element("range").hidden = true;
    if (Math.abs(event.clientX - x) > 4) {
      if (!moves) show(timeAt(canvas, Math.min(x, event.clientX)), timeAt(canvas, Math.max(x, event.clientX)));
    } else if (canvas.id === "streams" || canvas.id === "threads") {
      pin(spanAt(canvas, event).place);
      redraw();
    }
  });
  canvas.addEventListener("pointerleave", () => (element("tip").hidden = true));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) move((event.deltaX || event.deltaY) / plotWidth(canvas));
    else zoom(Math.exp(event.deltaY / 300), timeAt(canvas, event.clientX));
  }, { passive: false });
}

const keys = {
  ArrowLeft: () => move(-0.25), ArrowRight: () => move(0.25), a: () => move(-0.25), d: () => move(0.25),
  "+": () => zoom(0.5), "=": () => zoom(0.5), w: () => zoom(0.5), "-": () => zoom(2), s: () => zoom(2),
  0: () => show(0, about.duration), Home: () => show(0, about.duration), n: () => nextMatch(1), N: () => nextMatch(-1),
  "/": () => element("search").focus(), Escape: () => { element("search").value = ""; search(); pin(-1); },
};

// --- search

function search() {
  const text = element("search").value.trim().toLowerCase();
  view.search = text;
  view.matching = null;
  element("found").textContent = "";
  if (text !== "") {
    const { spans } = trace;
    const named = about.names.map((name) => name.toLowerCase().includes(text));
    const tiered = about.tiers.map((tier) => tier.toLowerCase().includes(text));
    const event = /^event \d+$/.test(text) ? (about.has_large_events ? BigInt : Number)(text.slice(6)) : null;
    view.matching = new Uint8Array(spans.count);
    let [matches, time] = [0, 0];
    for (let place = 0; place < spans.count; ++place) {
      if (!named[spans.name[place]] && !(spans.tier[place] >= 0 && tiered[spans.tier[place]]) && spans.event[place] !== event) continue;
      view.matching[place] = 1;
      ++matches;
      time += spans.end[place] - spans.begin[place];
    }
    element("found").textContent = `${count(matches)} spans, ${timeText(time)}`;
  }
  redraw();
}

/** Go to the next span, in order of streams and time, that the search finds. */
function nextMatch(direction) {
  if (!view.matching) return;
  const size = trace.spans.count;
  let place = view.pinned >= 0 ? view.pinned : direction > 0 ? -1 : size;
  for (let tries = 0; tries < size; ++tries) {
    place = (place + direction + size) % size;
    if (view.matching[place]) return choose(place);
  }
}

// --- tables

function addRow(body, cells) {
  const row = body.insertRow();
  for (const { text, swatch, isNumber } of cells) {
    const cell = row.insertCell();
    if (isNumber) cell.className = "number";
    if (swatch) {
      const square = document.createElement("span");
      square.className = "swatch";
      square.style.background = swatch;
      cell.append(square);
    }
    cell.append(text);
  }
  return row;
}

const number = (text) => ({ text, isNumber: true });

function fillStates() {
  const { spans } = trace;
  const counts = new Float64Array(about.states.length);
  const times = new Float64Array(about.states.length);
  for (let place = 0; place < spans.count; ++place) {
    const state = shownState(place);
    ++counts[state];
    times[state] += spans.end[place] - spans.begin[place];
  }
  const several = stateNumber.get("several");
  for (const { time, running, size } of rows.streams) for (let at = 0; at + 1 < size; ++at) if (running[at] > 1) times[several] += time[at + 1] - time[at];
  const body = element("states").tBodies[0];
  body.replaceChildren();
  const whole = about.duration * about.streams.length || 1;
  for (const [place, state] of about.states.entries()) {
    if (counts[place] === 0 && place > 3) continue;
    addRow(body, [{ text: state.name, swatch: colour(place) }, { text: state.meaning }, number(place === several ? "" : count(counts[place])), number(timeText(times[place])), number(`${((100 * times[place]) / whole).toFixed(2)} %`)]).dataset.state = state.name;
  }
}

/** For each stream: its spans, the time in which it works, waits and is idle. */
function fillRows() {
  const body = element("rows").tBodies[0];
  for (const [row, segments] of rows.streams.entries()) {
    let [busy, waits] = [0, 0];
    for (let at = 0; at + 1 < segments.size; ++at) {
      if (segments.top[at] < 0) continue;
      const time = segments.time[at + 1] - segments.time[at];
      if (isWait[trace.spans.state[segments.top[at]]]) waits += time;
      else busy += time;
    }
    const share = (time) => number(`${((100 * time) / (about.duration || 1)).toFixed(1)} %`);
    addRow(body, [{ text: about.streams[row] }, number(count(about.spans_of_stream[row])), share(busy), share(waits), share(about.duration - busy - waits), number(count(longWaits[row].length))]);
  }
}

async function begin() {
  trace = traceOf(await unpackedBytes(), about);
  const { spans } = trace;
  const order = Uint32Array.from({ length: spans.count }, (_, place) => place);
  const ofStream = about.streams.map((_, row) => order.subarray(spans.first[row], spans.first[row + 1]));
  rows = {
    streams: ofStream.map((places) => segmentsOf(spans, places, isModule)),
    threads: spansOfThreads(spans, about.threads.length).map((places) => segmentsOf(spans, places, isModule)),
  };
  for (const { running, size } of rows.streams) for (let at = 0; at < size; ++at) mostRunning = Math.max(mostRunning, running[at]);
  longWaits = ofStream.map((places) => places.filter((place) => isWait[spans.state[place]] && spans.end[place] - spans.begin[place] > about.stall_nanoseconds));
  for (const id of ["curves", "streams", "stack", "threads"]) listen(element(id));
  for (const id of ["curves", "threads"]) element(`part-${id}`).hidden = (id === "curves" ? trace.counters : rows.threads).length === 0;
  fillStates();
  fillRows();
  darkness.addEventListener("change", () => { fillStates(); redraw(); });
  addEventListener("resize", redraw);
  addEventListener("keydown", (event) => {
    const isTyping = event.target === element("search");
    if (isTyping && event.key === "Enter") return nextMatch(event.shiftKey ? -1 : 1);
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key] || (isTyping && event.key !== "Escape")) return;
    event.preventDefault();
    keys[event.key]();
  });
  element("search").addEventListener("input", search);
  for (const [id, act] of [["in", () => zoom(0.5)], ["out", () => zoom(2)], ["all", () => show(0, about.duration)], ["next", () => nextMatch(1)]]) element(id).addEventListener("click", act);
  for (const link of document.querySelectorAll("#stalls a")) link.addEventListener("click", (event) => { event.preventDefault(); choose(Number(link.dataset.span)); });
  show(0, about.duration);
}

begin().then(() => (document.body.dataset.ready = String(Math.round(performance.now()))), (error) => {
  element("failure").hidden = false;
  element("failure").textContent = `This browser cannot show the page: ${error}. It needs DecompressionStream (2023).`;
});
