/** Opens each once, and again where opening failed. */
export function memoizeByKey<Opened>(
  open: (id: string) => Promise<Opened>,
): ((id: string) => Promise<Opened>) & { readonly opened: () => Promise<Opened>[] } {
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
  return Object.assign(get, { opened: () => [...opened.values()] });
}
