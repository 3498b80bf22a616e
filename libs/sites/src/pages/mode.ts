/** Returns an HTML label with the mode of a publication: `Works offline`, `Online` (needs other hosts) or `Portable`. */
export function modeHtml(page: {
  readonly publication_mode: 'portable' | 'online';
  readonly offline_ready: boolean;
}): string {
  const isOnline = page.publication_mode === 'online';
  const words = page.offline_ready ? 'Works offline' : isOnline ? 'Online' : 'Portable';
  return `<span class="mode">${words}</span>`;
}
