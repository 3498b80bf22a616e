/** What the frame gives to a screen: the parts of its address. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}
