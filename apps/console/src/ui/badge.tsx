/** The text of each state whose text differs from its name. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  draft: 'draft',
  published: 'published',
  active: 'active',
  expired: 'expired',
  revoked: 'revoked',
  private: 'nobody sees it',
  unlisted: 'seen with the link',
  public: 'public',
};

/** Shows a state as a short text; the colour adds no information. */
export function Badge({ kind }: { readonly kind: string }) {
  return <span className={`badge ${kind}`}>{STATE_WORDS[kind] ?? kind}</span>;
}
