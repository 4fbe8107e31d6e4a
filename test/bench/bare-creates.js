// Lower bound for many creates on this runtime; the second argument is the concurrency.
import {readFileSync} from 'node:fs';

const [base, file = '', concurrency] = process.argv.slice(2);
const bodies = readFileSync(file, 'utf8').trim().split('\n').values();
const worker = async () => {
  for (const body of bodies) {
    const headers = {'content-type': 'application/json'};
    const response = await fetch(`${base}v2/customFields`, {method: 'POST', body, headers});
    process.stdout.write(`${await response.text()}\n`);
  }
};
await Promise.all(Array.from({length: Number(concurrency)}, worker));
