/** How a website was published, as a reader understands it; HTML. */
export function modeHtml(page: {
  readonly publication_mode: 'portable' | 'online';
  readonly offline_ready: boolean;
}): string {
  const online = page.publication_mode === 'online';
  const words = page.offline_ready ? 'Works offline' : online ? 'Online' : 'Portable';
  return `<span class="mode">${words}</span>`;
}
