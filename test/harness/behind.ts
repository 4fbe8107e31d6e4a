import {reply, type Tenant} from './tenant.js';

/** The tenant, whose list shows each write only after some more reads. */
export function behind(tenant: Tenant, reads: number): Pick<Tenant, 'fetch'> {
  const shown: (readonly string[])[] = [];
  return {
    fetch: async request => {
      if (request.method !== 'GET') return tenant.fetch(request);
      shown.push(tenant.fields());
      const fields = shown.at(-1 - reads) ?? shown[0] ?? [];
      return reply(`{"custom_fields":[${fields.join()}]}`);
    },
  };
}
