/** Properties of every screen. `params` are the values of the variable parts of its address. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}
