export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Joins at the least depth: SQLite refuses 1,000 levels. None: true for `AND`, else false. */
export function joinBalanced(conditions: readonly string[], operator: 'AND' | 'OR'): string {
  if (conditions.length <= 1) return conditions[0] ?? (operator === 'AND' ? '1' : '0');
  const middle = conditions.length >> 1;
  return `(${joinBalanced(conditions.slice(0, middle), operator)} ${operator} ${joinBalanced(conditions.slice(middle), operator)})`;
}

export type Bind = (value: string | number) => string;
