/** One sentence of the contract, and where it is proved. */
export interface Requirement {
  /** Where it stands: `service 4.2` or `decisions 5`. */
  readonly source: string;
  readonly text: string;
  /** `both`: run on act and on MCP; `once`: about addresses, documents or keys, which have one surface. */
  readonly runs: 'both' | 'once';
  /** Tests of a room that prove it, as `libs/x/src/y.test.ts` and a part of the test's name. */
  readonly by?: readonly (readonly [file: string, name: string])[];
  /** Why it is not here yet; counted in the output. */
  readonly later?: string;
}

/** Declares requirements of one source. */
export function from<const T extends Readonly<Record<string, Omit<Requirement, 'source'>>>>(
  source: string,
  requirements: T,
): { readonly [N in keyof T]: Requirement } {
  const entries = Object.entries(requirements).map(([id, one]) => [id, { ...one, source }]);
  return Object.fromEntries(entries) as { readonly [N in keyof T]: Requirement };
}

/** A sentence that both surfaces must keep. */
export function both(text: string): Omit<Requirement, 'source'> {
  return { text, runs: 'both' };
}

/** A sentence about one address or document. */
export function once(text: string): Omit<Requirement, 'source'> {
  return { text, runs: 'once' };
}

/** A sentence that tests of a room prove better than a scenario could. */
export function room(
  text: string,
  ...by: readonly (readonly [file: string, name: string])[]
): Omit<Requirement, 'source'> {
  return { text, runs: 'once', by };
}

/** A sentence that a later piece of work brings, with the reason. */
export function later(text: string, reason: string): Omit<Requirement, 'source'> {
  return { text, runs: 'once', later: reason };
}
