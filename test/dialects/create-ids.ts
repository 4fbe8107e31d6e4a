import type {Dialect} from './dialect.js';

/** Numbers the things of a tenant, in the form that the dialect has for ids. */
export function createIds({ids, idsCollide}: Dialect, tenant: string): () => string {
  let count = idsCollide ? 0 : 1000 * tenant.charCodeAt(0);
  const forms = {
    numbers: () => `${count}`,
    uuids: () => `00000000-0000-4000-8000-${`${count}`.padStart(12, '0')}`,
    unicode: () => `é-поле-数-${count}`,
    'reserved characters': () => `a/b#${count}?c d%41&e`,
  };
  return () => {
    count += 1;
    return forms[ids]();
  };
}
