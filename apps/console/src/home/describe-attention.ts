import type { HomeAnswer } from '@bridge/contracts';

/** A sentence about something that needs the owner, with the address that helps. */
export interface AttentionView {
  readonly sentence: string;
  readonly to: string;
  readonly action: string;
}

type AttentionItem = HomeAnswer['attention'][number];

/** Returns the sentence, the address and the name of its link for something that needs the owner. */
export function describeAttention({ kind, ref, facts }: AttentionItem): AttentionView {
  const fact = (name: string): string => String(facts[name] ?? '');
  const key = facts['key_name'] ?? 'a key';
  const [refKey = ''] = ref.split(' ');
  switch (kind) {
    case 'key_expiring': {
      const day = new Date(fact('expires_at')).toLocaleDateString('en');
      return { sentence: `“${key}” expires on ${day}.`, to: `/keys/${refKey}`, action: 'Look' };
    }
    case 'refusals': {
      const what = `${fact('action')} (${fact('code')})`;
      const sentence = `“${key}” was refused at least ${fact('at_least')} times: ${what}.`;
      return { sentence, to: `/keys/${refKey}`, action: 'Look' };
    }
    case 'unpublished':
      return {
        sentence: `“${fact('title')}” is at r${fact('draft_revision')}, public is r${fact('published_revision')}.`,
        to: `/pages/${ref}/compare`,
        action: 'Compare',
      };
    case 'webhook_paused':
      return {
        sentence: `The webhook to ${fact('url')} is paused.`,
        to: '/activity',
        action: 'Look',
      };
    case 'message':
      return {
        sentence: `${fact('n')} messages of agents are waiting at /api/console/messages.`,
        to: '/activity?kind=messages',
        action: 'Look',
      };
    case 'quota':
      return {
        sentence: `${fact('percent')} % of the quota of ${ref} is used.`,
        to: '/websites',
        action: 'Look',
      };
    case 'chain_broken':
      return {
        sentence: `Row ${fact('row')} of the journal does not fit.`,
        to: '/activity',
        action: 'Look',
      };
  }
}
