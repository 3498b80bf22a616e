/** Returns a number with its noun in the right form, such as “1 member” and “2 members”. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
