/** Returns indented JSON. */
export function formatJson(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** Returns indented JSON with a final line break, the content of a file. */
export function jsonFile(value: object): string {
  return `${formatJson(value)}\n`;
}
