/** The text that is shown for each state of a website or key; a state without an entry is shown by its name. */
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

/** Shows a state of a website or key as a short coloured text. The colour adds no information to the text. */
export function Badge({ kind }: { readonly kind: string }) {
  return <span className={`badge ${kind}`}>{STATE_WORDS[kind] ?? kind}</span>;
}
