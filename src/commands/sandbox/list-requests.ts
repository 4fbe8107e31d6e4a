/** Lists the requests of an apply from its trace, as `POST /v2/customFields#2`. */
export function listRequests(trace: string): readonly string[] {
  const counts = new Map<string, number>();
  return [...trace.matchAll(/^> ([A-Z]+) \S+?(\/v2\/customFields)(\/\S+)?$/gm)].map(([, method, path, id]) => {
    const target = `${method} ${path}${id === undefined ? '' : '/*'}`;
    counts.set(target, (counts.get(target) ?? 0) + 1);
    return `${target}#${counts.get(target)}`;
  });
}
