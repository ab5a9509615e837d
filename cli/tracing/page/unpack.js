"use strict";
// What cli/tracing/packed_trace.cpp has packed: columns of numbers of 7 bits a byte, in blocks of zlib.

/** The bytes of a text in base64. */
function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < letters.length; ++place) bytes[place] = letters.charCodeAt(place);
  return bytes;
}

/** The plain bytes of a block; '=' begins one that is stored as it is. */
async function plainBytes(block) {
  if (block[0] === "=") return bytesOf(block.slice(1));
  const stream = new Blob([bytesOf(block)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** All blocks of the page, in order, as one array. */
async function unpackedBytes() {
  const blocks = await Promise.all([...document.querySelectorAll("script.packed")].map((part) => plainBytes(part.textContent)));
  const whole = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let place = 0;
  for (const block of blocks) {
    whole.set(block, place);
    place += block.length;
  }
  return whole;
}

class NumberReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }
  next() {
    let byte = this.bytes[this.place++];
    if (byte < 128) return byte;
    let number = byte & 127;
    for (let factor = 128; ; factor *= 128) {
      byte = this.bytes[this.place++];
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
  }
  nextSigned() {
    const number = this.next();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }
  /** The same of 64 bits. */
  nextSignedBig() {
    let number = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.place++];
      number |= BigInt(byte & 127) << shift;
      if (byte < 128) return (number >> 1n) ^ -(number & 1n);
    }
  }
  nextDouble() {
    this.place += 8;
    return new DataView(this.bytes.buffer, this.bytes.byteOffset).getFloat64(this.place - 8, true);
  }
  fill(column, lessOne) {
    for (let place = 0; place < column.length; ++place) column[place] = this.next() - lessOne;
    return column;
  }
}

/** The events of the spans, as doubles if these can have them, and the number that is none. */
function eventsOf(reader, spans, areLarge) {
  spans.event = areLarge ? new BigUint64Array(spans.count) : new Float64Array(spans.count);
  spans.noEvent = areLarge ? 2n ** 64n - 1n : -1;
  let event = areLarge ? 0n : 0;
  for (let place = 0; place < spans.count; ++place) {
    event = areLarge ? BigInt.asUintN(64, event + reader.nextSignedBig()) : event + reader.nextSigned();
    spans.event[place] = event;
  }
}

/** Columns of the spans (times in nanoseconds), counters and arrows. */
function traceOf(bytes, about) {
  const reader = new NumberReader(bytes);
  const count = about.spans_of_stream.reduce((sum, spans) => sum + spans, 0);
  const spans = { count, begin: new Float64Array(count), stream: new Uint16Array(count), first: [0] };
  for (const [stream, size] of about.spans_of_stream.entries()) {
    const first = spans.first[stream];
    let time = 0;
    for (let place = first; place < first + size; ++place) spans.begin[place] = time += reader.next();
    spans.stream.fill(stream, first, first + size);
    spans.first.push(first + size);
  }
  spans.end = reader.fill(new Float64Array(count), 0);
  for (let place = 0; place < count; ++place) spans.end[place] += spans.begin[place];
  spans.name = reader.fill(new Uint32Array(count), 0);
  spans.state = reader.fill(new Uint8Array(count), 0);
  spans.thread = reader.fill(new Int16Array(count), 1);
  eventsOf(reader, spans, about.has_large_events);
  spans.bytes = reader.fill(new Float64Array(count), 0);
  spans.tier = reader.fill(new Int32Array(count), 1);
  const counters = about.counters.map(({ name, points }) => {
    const counter = { name, time: new Float64Array(points), value: new Float64Array(points) };
    let time = 0;
    for (let place = 0; place < points; ++place) counter.time[place] = time += reader.next();
    for (let place = 0; place < points; ++place) counter.value[place] = reader.nextDouble();
    return counter;
  });
  const arrows = [];
  for (let place = 0; place < about.arrows; ++place) {
    const arrow = { from: reader.nextSigned(), fromStream: reader.next() };
    arrow.to = arrow.from + reader.nextSigned();
    arrow.toStream = reader.next();
    arrows.push(arrow);
  }
  return { spans, counters, arrows };
}
