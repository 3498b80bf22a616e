import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery } from '../api/keys.ts';
import { titleQuery } from '../api/titles.ts';
import { worldsQuery } from '../api/worlds.ts';
import { currentPath } from '../ui/router.ts';
import { titleOf } from '../ui/title-of.ts';
import { readRecent, thingOf } from './recent.ts';

/** A website, World (public identity) or key that was opened in this browser, with its name as the service returns it now. */
interface RecentlyOpenedItem {
  readonly to: string;
  readonly name: string;
  readonly kind: 'website' | 'World' | 'key';
}

/**
 * React hook: the websites, Worlds (public identities) and keys that were opened last in this browser, newest first, without
 * the one to which the current screen belongs.
 */
export function useRecent(): readonly RecentlyOpenedItem[] {
  const [things] = useState(() => {
    const shown = thingOf(currentPath());
    return readRecent().filter((to) => to !== shown);
  });
  const idsOf = (kind: string): readonly string[] =>
    things.flatMap((to) => (to.startsWith(`/${kind}/`) ? [to.slice(kind.length + 2)] : []));
  const pages = idsOf('pages').map(Number);
  const titles = useQueries({ queries: pages.map((id) => titleQuery(id)) });
  const { data: worlds } = useQuery({ ...worldsQuery, enabled: idsOf('worlds').length > 0 });
  const { data: keys } = useQuery({ ...keysQuery, enabled: idsOf('keys').length > 0 });
  const named = new Map<string, RecentlyOpenedItem>();
  pages.forEach((id, index) => {
    const title = titles[index]?.data;
    if (typeof title !== 'string') return;
    const to = `/pages/${id}`;
    named.set(to, { to, name: titleOf({ page_id: id, title }), kind: 'website' });
  });
  for (const { word } of worlds ?? [])
    named.set(`/worlds/${word}`, { to: `/worlds/${word}`, name: word, kind: 'World' });
  for (const { key_id: id, name } of keys ?? [])
    named.set(`/keys/${id}`, { to: `/keys/${id}`, name, kind: 'key' });
  return things.flatMap((to) => named.get(to) ?? []);
}
