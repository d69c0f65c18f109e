/** Returns a count with its noun: "1 alert", "3 alerts". */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
