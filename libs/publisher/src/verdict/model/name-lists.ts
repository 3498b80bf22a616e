const namesOfList = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Makes a set of the names in a list; white space separates the names. */
export const nameSet = (list: string): ReadonlySet<string> => new Set(namesOfList(list));

/** Makes map entries that give every name in a list the same value; white space separates the names. */
export const nameEntries = <const T>(list: string, value: T): readonly (readonly [string, T])[] =>
  namesOfList(list).map((name) => [name, value]);
