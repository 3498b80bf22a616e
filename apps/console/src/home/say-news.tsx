import type { ConsoleHomeAnswer } from '@bridge/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { titleQuery } from '../api/titles.ts';
import { titleOf } from '../ui/title-of.ts';
import { describeNews, newsBetween, type NewHomeEffectsAndNotices } from './describe-news.ts';

/** Minimum time in ms between two announcements, so that a screen reader can read each one to its end. */
const SAY_EVERY_MS = 10_000;

/**
 * Live region in which screen readers announce what is new on the home screen: at most one announcement every 10 s, with
 * everything new since the last one.
 */
export function SayNews({ home }: { readonly home: ConsoleHomeAnswer }) {
  const cache = useQueryClient();
  const [sentence, setSentence] = useState('');
  const said = useRef(home);
  const newest = useRef(home);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // An answer that lacks parts is skipped: when the parts appear again, everything in them would look new.
    if (home.missing.length > 0) return;
    newest.current = home;
    const show = async (news: NewHomeEffectsAndNotices): Promise<void> => {
      const pageId = news.newest?.target.page_id ?? null;
      const title = pageId === null ? null : await cache.fetchQuery(titleQuery(pageId));
      const name = pageId === null || title === null ? null : titleOf({ page_id: pageId, title });
      setSentence(describeNews(news, name));
    };
    const say = (): void => {
      const news = newsBetween(said.current, newest.current);
      said.current = newest.current;
      timer.current = news === null ? undefined : setTimeout(say, SAY_EVERY_MS);
      if (news !== null) show(news).catch(() => setSentence(describeNews(news, null)));
    };
    if (timer.current === undefined) say();
  }, [home, cache]);
  return (
    <p role="status" className="sr">
      {sentence}
    </p>
  );
}
