export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

export function memoizeByKey<Opened>(open: (id: string) => Promise<Opened>) {
  const opened = new Map<string, Promise<Opened>>();
  const get = (id: string): Promise<Opened> => {
    const known = opened.get(id);
    if (known !== undefined) return known;
    const opening = open(id).catch((error: unknown) => {
      opened.delete(id);
      throw error;
    });
    opened.set(id, opening);
    return opening;
  };
  return Object.assign(get, {
    opened: () => [...opened.values()],
    forget: (id: string) => void opened.delete(id),
  });
}
