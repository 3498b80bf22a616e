/** States that have a word of their own on the screen. */
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

/** A state in words; its colour only repeats them. */
export function Badge({ kind }: { readonly kind: string }) {
  return <span className={`badge ${kind}`}>{STATE_WORDS[kind] ?? kind}</span>;
}
