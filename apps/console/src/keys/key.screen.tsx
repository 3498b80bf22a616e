import type { KeyDetail } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { keyQuery } from '../api/home.ts';
import { Badge } from '../ui/badge.tsx';
import { CallCountChart, type CallCountBarData } from '../ui/bars.tsx';
import { countOf } from '../ui/count-of.ts';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import type { ScreenProps } from '../ui/screen.ts';
import { nowMs } from '../ui/time.tsx';
import { ExpiryReminder } from './expiry-reminder.tsx';
import { KeyChanges } from './key-changes.tsx';
import { KeyLimitsForm } from './key-limits.tsx';
import { KeyNews } from './key-news.tsx';
import { KeyRights } from './key-rights.tsx';
import { KeyTest } from './key-test.tsx';
import { KeyEnd } from './key-end.tsx';
import { LastEffects } from './last-effects.tsx';
import { Rotation } from './rotation.tsx';

const DAY_MS = 24 * 3_600_000;
const DAYS_SHOWN = 30;

/** Returns the numbers of answered and refused calls on each of the last 30 days (in UTC), oldest first. */
function callsByDay(hours: KeyDetail['hours']): readonly CallCountBarData[] {
  const today = Math.floor(nowMs() / DAY_MS);
  const byDay = Map.groupBy(hours, ({ hour }) => Math.floor(Date.parse(hour) / DAY_MS));
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const day = today - DAYS_SHOWN + 1 + index;
    const rows = byDay.get(day) ?? [];
    return {
      label: new Date(day * DAY_MS).toISOString().slice(0, 10),
      answered: rows.reduce((sum, { answered }) => sum + answered, 0),
      refused: rows.reduce((sum, { refused }) => sum + refused, 0),
    };
  });
}

function Calls({ hours }: Pick<KeyDetail, 'hours'>) {
  const values = callsByDay(hours);
  const sumOf = (part: 'answered' | 'refused'): number =>
    values.reduce((sum, value) => sum + (value[part] ?? 0), 0);
  const refused = sumOf('refused').toLocaleString('en');
  const sentence = `About ${countOf(sumOf('answered'), 'call')} answered and ${refused} refused in 30 days.`;
  return (
    <section aria-labelledby="calls">
      <h2 id="calls">Calls</h2>
      <CallCountChart title="Calls of each day" unit="Day" sentence={sentence} values={values} />
    </section>
  );
}

function KeyBlocks({ detail }: { readonly detail: KeyDetail }) {
  const { key, hours } = detail;
  const isActive = key.status === 'active';
  return (
    <>
      <p>
        <Badge kind={key.status} />
      </p>
      {/*
       * This component stays mounted while it shows the successor's secret, even if the rotation has already revoked the key.
       */}
      <KeyEnd record={key} />
      <Rotation detail={detail} />
      <ExpiryReminder record={key} isReplaced={detail.rotated_to !== null} />
      <KeyRights record={key} />
      {isActive && <KeyTest record={key} />}
      <Calls hours={hours} />
      <KeyNews detail={detail} />
      <LastEffects keyId={key.key_id} />
      {isActive && <KeyChanges record={key} />}
      {isActive && <KeyLimitsForm detail={detail} />}
    </>
  );
}

/** The screen of one key: its rights, its calls, its refused calls, its successor, and the forms that change it. */
export function KeyScreen({ params }: ScreenProps) {
  const detail = useQuery(keyQuery(params['key'] ?? ''));
  const name = detail.data?.key.name ?? 'Key';
  return (
    <>
      <p>
        <Link to="/keys">Keys</Link>
      </p>
      <Heading title={name}>
        <bdi>{name}</bdi>
      </Heading>
      <QueryResultView query={detail}>{(value) => <KeyBlocks detail={value} />}</QueryResultView>
    </>
  );
}
