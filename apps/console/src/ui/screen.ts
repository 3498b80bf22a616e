/** Properties of every screen of the console. `params` are the values of the variable parts of the screen's address. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}
