/** Returns indented JSON. */
export function formatJson(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** Returns the content of a JSON file, with a final line break. */
export function jsonFile(value: object): string {
  return `${formatJson(value)}\n`;
}
