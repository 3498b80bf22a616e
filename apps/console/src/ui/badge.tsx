/** The texts under which states are shown; a state without an entry is shown by its name. */
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

/** Shows a state as a short coloured text. The colour tells nothing that the text does not. */
export function Badge({ kind }: { readonly kind: string }) {
  return <span className={`badge ${kind}`}>{STATE_WORDS[kind] ?? kind}</span>;
}
