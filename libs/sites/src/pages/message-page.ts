import { pageHtml } from './layout.ts';

/** Title and text of a page that explains an HTTP status. */
interface MessagePageText {
  readonly title: string;
  readonly text: string;
}

const MESSAGES = {
  200: {
    title: 'Published websites live here',
    text: 'Each website and each World has an address of its own under this one.',
  },
  400: {
    title: 'This address is not well formed',
    text: 'Check it for a stray character, then try again.',
  },
  403: {
    title: 'This host is not served here',
    text: 'Websites are reached at the address their publisher gave.',
  },
  404: {
    title: 'There is nothing here',
    text: 'Nothing was published at this address, or it is no longer public.',
  },
  405: { title: 'This method is not supported', text: 'Only GET and HEAD work at this address.' },
  410: { title: 'This was removed', text: 'The website at this address was removed permanently.' },
  451: {
    title: 'This was suspended',
    text: 'The operator of this service does not show the website at this address.',
  },
  503: {
    title: 'One moment, please',
    text: 'This website cannot be shown right now. Try again in a few seconds.',
  },
} as const satisfies Record<number, MessagePageText>;

/** An HTTP status that the content origin explains to visitors with a page of text. */
export type MessagePageStatus = keyof typeof MESSAGES;

/**
 * Returns the HTML page that explains an HTTP status. It is the same for every address, so it reveals nothing about a website.
 */
export function messagePage(status: MessagePageStatus): string {
  const { title, text } = MESSAGES[status];
  return pageHtml({
    title,
    name: 'message',
    main: `${status === 200 ? '' : `<p class="eyebrow">${status}</p>\n`}<h1>${title}</h1>\n<p class="text">${text}</p>`,
    footer: '<span>Agent Bridge</span>',
  });
}
