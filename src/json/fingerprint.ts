import {isSpace} from './characters.js';

/** 64 bits for a JSON text, in two halves: the same for the same text, whatever white space is between its parts, and for others only by a chance that does not matter. */
export class Fingerprint {
  high = 0;
  low = 0;

  /** Becomes that of the text. One object serves for many texts, so that a long list leaves nothing behind. */
  take(bytes: Uint8Array, start = 0, end = bytes.length): this {
    let high = 0x5eed1ce5;
    let low = 0x41c6ce57;
    let isInString = false;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (!isInString && isSpace(byte)) continue;
      if (byte === 0x22) isInString = !isInString;
      high = Math.imul(high ^ byte, 0x9e3779b1);
      low = Math.imul(low ^ byte, 0x5f356495);
      // What is escaped ends no string.
      if (byte !== 0x5c) continue;
      at += 1;
      high = Math.imul(high ^ (bytes[at] ?? 0), 0x9e3779b1);
      low = Math.imul(low ^ (bytes[at] ?? 0), 0x5f356495);
    }
    high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
    low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
    this.high = high;
    this.low = low;
    return this;
  }
}
