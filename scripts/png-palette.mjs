import { crc32, deflateSync, inflateSync } from "node:zlib";

/**
 * A screenshot with at most 256 colors, a third of its size: the most frequent ones stay, others become the nearest of
 * them. Takes what Chromium writes, 8 bits for each of red, green and blue, with or without alpha.
 */
export function withPalette(png) {
  const { width, height, pixels } = decode(png);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([color]) => color);
  const indexes = new Map(palette.map((color, index) => [color, index]));
  const lines = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < pixels.length; at++) {
    const color = pixels[at];
    let index = indexes.get(color);
    if (index === undefined) {
      index = nearest(palette, color);
      indexes.set(color, index);
    }
    lines[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(palette.flatMap((color) => channels(color)));
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", header),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const channels = (color) => [color >> 16, (color >> 8) & 255, color & 255];

function nearest(palette, color) {
  const [red, green, blue] = channels(color);
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  palette.forEach((each, index) => {
    const [r, g, b] = channels(each);
    const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (far < least) [best, least] = [index, far];
  });
  return best;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The pixels of a PNG as numbers, its filters undone. */
function decode(png) {
  const [width, height, bytes] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  const parts = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * bytes;
  const pixels = new Uint32Array(width * height);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y++) {
    const line = Buffer.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    unfilter(raw[y * (stride + 1)], line, above, bytes);
    for (let x = 0; x < width; x++)
      pixels[y * width + x] = (line[x * bytes] << 16) | (line[x * bytes + 1] << 8) | line[x * bytes + 2];
    above = line;
  }
  return { width, height, pixels };
}

function unfilter(kind, line, above, bytes) {
  for (let at = 0; at < line.length; at++) {
    const left = at < bytes ? 0 : line[at - bytes];
    const corner = at < bytes ? 0 : above[at - bytes];
    const guess = [0, left, above[at], (left + above[at]) >> 1, paeth(left, above[at], corner)][kind];
    line[at] = (line[at] + guess) & 255;
  }
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value));
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
