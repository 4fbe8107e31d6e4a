// The least that one page can be on this runtime: fetch, and write the body as it came.
const [url = ''] = process.argv.slice(2);
const response = await fetch(url);
process.stdout.write(await response.text());
