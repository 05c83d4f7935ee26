/** One group for samples that share a site or a fingerprint, directly or through others. */
export function joinedGroups(...keys: readonly (readonly string[])[]): string[] {
  const size = keys[0]?.length ?? 0;
  const parent = Array.from({ length: size }, (_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] as number] as number;
      at = parent[at] as number;
    }
    return at;
  };
  for (const column of keys) {
    const first = new Map<string, number>();
    column.forEach((key, i) => {
      const known = first.get(key);
      if (known === undefined) first.set(key, i);
      else parent[root(i)] = root(known);
    });
  }
  return parent.map((_, i) => String(root(i)));
}
