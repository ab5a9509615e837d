"use strict";
// What a row shows over time, computed once: between two changes, the span that began last and how many modules run.

/** The spans of each thread in order of time. Those of each stream are in order already, so runs are merged. */
function spansOfThreads(spans, threads) {
  const sizes = new Uint32Array(threads);
  for (const thread of spans.thread) if (thread >= 0) ++sizes[thread];
  const orders = Array.from(sizes, (size) => new Uint32Array(size));
  const runs = Array.from({ length: threads }, () => [0]);
  const filled = new Uint32Array(threads);
  for (let stream = 0; stream + 1 < spans.first.length; ++stream) {
    for (let place = spans.first[stream]; place < spans.first[stream + 1]; ++place) {
      const thread = spans.thread[place];
      if (thread >= 0) orders[thread][filled[thread]++] = place;
    }
    for (let thread = 0; thread < threads; ++thread) {
      if (filled[thread] > runs[thread].at(-1)) runs[thread].push(filled[thread]);
    }
  }
  return orders.map((order, thread) => mergedRuns(order, runs[thread], spans.begin));
}

/** The places of `order`, by their key; runs between two bounds are in order. */
function mergedRuns(order, bounds, key) {
  let from = order;
  let to = new Uint32Array(order.length);
  while (bounds.length > 2) {
    const joined = [0];
    for (let run = 0; run + 1 < bounds.length; run += 2) {
      const [middle, last] = [bounds[run + 1], bounds[Math.min(run + 2, bounds.length - 1)]];
      let [left, right] = [bounds[run], middle];
      for (let place = bounds[run]; place < last; ++place) {
        const takesLeft = right >= last || (left < middle && key[from[left]] <= key[from[right]]);
        to[place] = takesLeft ? from[left++] : from[right++];
      }
      joined.push(last);
    }
    [from, to] = [to, from];
    bounds = joined;
  }
  return from;
}

/** The smallest of numbers by a key, as a heap. */
class EndHeap {
  constructor(key) {
    this.key = key;
    this.places = [];
  }
  push(place) {
    const { key, places } = this;
    let at = places.length;
    places.push(place);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (key[places[above]] <= key[place]) break;
      places[at] = places[above];
      at = above;
    }
    places[at] = place;
  }
  pop() {
    const { key, places } = this;
    const smallest = places[0];
    const last = places.pop();
    if (places.length === 0) return smallest;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= places.length) break;
      if (below + 1 < places.length && key[places[below + 1]] < key[places[below]]) ++below;
      if (key[places[below]] >= key[last]) break;
      places[at] = places[below];
      at = below;
    }
    places[at] = last;
    return smallest;
  }
}

/** The segments of a row whose spans are given in order of time: from time[i] to time[i + 1] it shows span top[i] (-1:
 *  idle) while running[i] modules run. */
function segmentsOf(spans, order, isModule) {
  const segments = { time: new Float64Array(2 * order.length + 1), top: new Int32Array(2 * order.length + 1), running: new Uint16Array(2 * order.length + 1), size: 0 };
  const ends = new EndHeap(spans.end);
  const stack = [];
  let running = 0;
  const add = (time) => {
    const top = stack.length > 0 ? stack[stack.length - 1] : -1;
    if (segments.size > 0 && segments.time[segments.size - 1] === time) --segments.size;
    segments.time[segments.size] = time;
    segments.top[segments.size] = top;
    segments.running[segments.size++] = running;
  };
  const endUntil = (limit) => {
    while (ends.places.length > 0 && spans.end[ends.places[0]] <= limit) {
      const time = spans.end[ends.places[0]];
      while (ends.places.length > 0 && spans.end[ends.places[0]] === time) running -= isModule[spans.state[ends.pop()]];
      while (stack.length > 0 && spans.end[stack[stack.length - 1]] <= time) stack.pop();
      add(time);
    }
  };
  for (const place of order) {
    endUntil(spans.begin[place]);
    if (spans.end[place] === spans.begin[place]) continue;
    running += isModule[spans.state[place]];
    stack.push(place);
    ends.push(place);
    add(spans.begin[place]);
  }
  endUntil(Infinity);
  return segments;
}

/** The last of the first `size` ascending numbers that is at most `value`; -1 if none is. */
function lastAtMost(numbers, size, value) {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The share of each pixel that each kind takes, kind `kinds - 1` being what matches no search, and the most modules
 *  that run in it. */
function binned(segments, kindOf, kinds, from, to, width) {
  const shares = new Float32Array(width * kinds);
  const most = new Uint16Array(width);
  const scale = width / (to - from);
  for (let at = Math.max(0, lastAtMost(segments.time, segments.size, from)); at + 1 < segments.size && segments.time[at] < to; ++at) {
    const top = segments.top[at];
    if (top < 0) continue;
    const begin = Math.max(0, (segments.time[at] - from) * scale);
    const end = Math.min(width, (segments.time[at + 1] - from) * scale);
    const kind = kindOf(top);
    const last = Math.min(width - 1, Math.floor(end));
    for (let pixel = Math.floor(begin); pixel <= last; ++pixel) {
      const share = Math.min(end, pixel + 1) - Math.max(begin, pixel);
      if (share <= 0) continue;
      shares[pixel * kinds + kind] += share;
      if (segments.running[at] > most[pixel]) most[pixel] = segments.running[at];
    }
  }
  return { shares, most };
}
