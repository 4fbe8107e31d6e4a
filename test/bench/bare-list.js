// Lower bound for a list on this runtime: fetch, parse, write each row.
const [base] = process.argv.slice(2);
/** @type {string | undefined} */
let token;
do {
  const response = await fetch(`${base}v2/customFields${token ? `?page_token=${token}` : ''}`);
  const {custom_fields, next_page_token} = JSON.parse(await response.text());
  token = next_page_token;
  const text = custom_fields.map((/** @type {unknown} */ field) => `${JSON.stringify(field)}\n`).join('');
  await new Promise(resolve => {
    process.stdout.write(text, resolve);
  });
} while (token);
