/** Names the unavailable services because of which parts of the screen are missing; shows nothing when there are none. */
export function MissingServices({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="banner" role="status">
      Some parts cannot be read now ({names.join(', ')}). They appear again by themselves.
    </p>
  );
}
