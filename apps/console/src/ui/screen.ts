/** Properties of every screen: the variable parts of its address. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}
