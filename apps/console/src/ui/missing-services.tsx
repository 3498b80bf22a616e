/** Shows which parts of an answer are missing while services are unavailable. */
export function MissingServices({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="banner" role="status">
      Some parts cannot be read now ({names.join(', ')}). They appear again by themselves.
    </p>
  );
}
