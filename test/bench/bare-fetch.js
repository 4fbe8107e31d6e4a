// Lower bound for one page on this runtime: fetch, and write the body unchanged.
const [url = ''] = process.argv.slice(2);
const response = await fetch(url);
process.stdout.write(await response.text());
