import {expect, test} from 'vitest';
import {isSameAddress} from '../../src/base/same-address.js';

test.each([
  ['http://localhost:4010/', 'http://127.0.0.1:4010', true],
  ['http://[::1]:4010', 'http://localhost:4010/', true],
  ['https://api.example.com/rest/', 'https://api.example.com/rest', true],
  ['http://127.0.0.1:4010', 'http://127.0.0.2:4010', false],
  ['http://localhost:4010', 'http://localhost:4011', false],
  ['https://localhost:4010', 'http://localhost:4010', false],
])('%s and %s are the same address: %s (row 34)', (one, other, isSame) => {
  expect(isSameAddress(one, other)).toBe(isSame);
});
