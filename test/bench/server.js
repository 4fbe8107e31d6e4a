// The benchmark's server, in its own process: prebuilt lists, slow creates, and tenants that store created fields.
import {createServer} from 'node:http';

const pageSize = 1000;
const latencyMs = 20;

/** @param {number} index */
const createField = index => ({
  id: `3f0c${String(index).padStart(12, '0')}`,
  name: `field_number_${index}`,
  label: `Field number ${index}`,
  description: 'One of many fields, with a description of a middling length',
  type: {discriminator: 'SIMPLE', primitive_type: 'STRING'},
  validators: [{discriminator: 'SIZE', required: false, size: {size: 100, size_type: 'MAX'}}],
});

/** @param {number} index */
const createDeal = index => ({
  id: `9d1a${String(index).padStart(12, '0')}`,
  title: `Deal number ${index}`,
  amount: {value: index * 1.5, currency: 'EUR'},
  stage: {id: index % 7, name: 'negotiation'},
  custom_fields: {priority: 'high', note: 'of a middling length, as notes are'},
  created: '2026-01-01T09:30:00Z',
});

/** @type {Map<string, Buffer>} */
const prebuilt = new Map();

/**
 * @param {'custom_fields' | 'deals'} member
 * @param {number} page
 * @param {number} total
 * @param {number} size
 */
function buildPage(member, page, total, size) {
  const first = page * size;
  const count = Math.min(size, total - first);
  const hasNext = first + count < total;
  const key = `${member} ${page} ${total} ${size}`;
  const body =
    prebuilt.get(key) ??
    Buffer.from(
      JSON.stringify({
        [member]: Array.from({length: count}, (_none, index) =>
          member === 'deals' ? createDeal(first + index) : createField(first + index),
        ),
        ...(hasNext ? {next_page_token: `page-${page + 1}`} : {}),
      }),
    );
  // More pages would not fit in memory.
  if (total <= 100_000) prebuilt.set(key, body);
  return body;
}

/**
 * The fields created in each tenant.
 *
 * @type {Map<string, string[]>}
 */
const fieldsByTenant = new Map();

const server = createServer((request, response) => {
  const {pathname, searchParams} = new URL(request.url ?? '', 'http://localhost');
  const [, total = '', , noun] = pathname.split('/');
  response.setHeader('content-type', 'application/json');
  if (request.method === 'POST') {
    let text = '';
    request.on('data', chunk => {
      text += chunk;
    });
    request.on('end', () =>
      setTimeout(() => {
        const fields = fieldsByTenant.get(total) ?? [];
        const field = `{"id":"created-${fields.length}",${text.slice(1)}`;
        fields.push(field);
        if (total.startsWith('tenant')) fieldsByTenant.set(total, fields);
        response.statusCode = 201;
        response.end(field);
      }, latencyMs),
    );
    return;
  }
  if (total.startsWith('tenant')) {
    response.end(`{"custom_fields":[${fieldsByTenant.get(total)?.join() ?? ''}]}`);
    return;
  }
  const page = Number(searchParams.get('page_token')?.slice('page-'.length) ?? 0);
  const size = Number(searchParams.get('page_size') ?? pageSize);
  const body = buildPage(noun === 'deals' ? 'deals' : 'custom_fields', page, Number(total), size);
  response.setHeader('content-length', body.byteLength);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
