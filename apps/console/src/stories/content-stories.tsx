import { Badge } from '../ui/badge.tsx';
import { CallCountChart } from '../ui/bars.tsx';
import { Effect } from '../ui/effect.tsx';
import { describeVerdict } from '../ui/describe-verdict.ts';
import { Findings } from '../ui/findings.tsx';
import { foldEffects } from '../ui/fold-effects.ts';
import { FoldedRow } from '../ui/folded-row.tsx';
import { Link } from '../ui/link.tsx';
import { LiveNote } from '../ui/live-note.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { PreviewFrame } from '../ui/preview-frame.tsx';
import { ConnectionLines } from '../ui/connection-lines.tsx';
import { MissingServices } from '../ui/missing-services.tsx';
import { Problem } from '../ui/problem.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { ScreenBoundary } from '../ui/screen-boundary.tsx';
import { nowMs, Time } from '../ui/time.tsx';
import { WebsiteLink } from '../ui/website-link.tsx';
import { Who } from '../ui/who.tsx';
import { SAMPLE_KEY_ID, SAMPLE_VERDICT, sampleEffect, sampleRefusal } from './sample.ts';
import type { ComponentStory } from './story.ts';

const BADGE_KINDS = ['draft', 'published', 'active', 'expired', 'revoked', 'private', 'unlisted'];
const noAction = (): void => undefined;
const agoOf = (seconds: number): string => new Date(nowMs() - seconds * 1_000).toISOString();

const WORDS: ComponentStory = {
  name: 'Badge, LiveNote, Time, Who and WebsiteLink',
  states: [
    ...[...BADGE_KINDS, 'public'].map((kind) => [kind, <Badge kind={kind} />] as const),
    ['not live', <LiveNote />],
    ['just now', <Time iso={agoOf(1)} />],
    ['days ago', <Time iso={agoOf(300_000)} />],
    ['the owner', <Who id="owner" />],
    ['a key', <Who id={SAMPLE_KEY_ID} />],
    ['a key that is gone', <Who id="key_2" />],
    ['a website', <WebsiteLink pageId={42} to="/pages/42" />],
  ],
};

const PROBLEMS: ComponentStory = {
  name: 'Problem',
  states: [
    ['same key', sampleRefusal({ retry: 'same_key', outcome: 'unknown' })],
    ['after seconds', sampleRefusal({ retry: 'after_seconds', details: { retry_after_s: 30 } })],
    ['after reconcile', sampleRefusal({ retry: 'after_reconcile' })],
    ['never', sampleRefusal({ retry: 'never' })],
  ].map(([state, refusal]) => [
    String(state),
    <Problem
      refusal={typeof refusal === 'string' || refusal === undefined ? null : refusal}
      onAgain={noAction}
      onReload={noAction}
    />,
  ]),
};

const loadedOf = (data: string | undefined, error: ReturnType<typeof sampleRefusal> | null) => (
  <QueryResultView query={{ data, error, dataUpdatedAt: nowMs() - 60_000, refetch: noAction }}>
    {(text) => <p>{text}</p>}
  </QueryResultView>
);
const LOADED: ComponentStory = {
  name: 'QueryResultView, MissingServices, PreviewFrame, ConnectionLines and ScreenBoundary',
  states: [
    ['without events, after 5 s', <ConnectionLines />],
    ['no service is missing', <MissingServices names={[]} />],
    ['two services are missing', <MissingServices names={['worlds', 'publisher']} />],
    ['reading', loadedOf(undefined, null)],
    ['refused', loadedOf(undefined, sampleRefusal({ retry: 'same_key' }))],
    ['read', loadedOf('The value.', null)],
    ['read before', loadedOf('The older value.', sampleRefusal({ retry: 'same_key' }))],
    [
      'a preview that is refused',
      <PreviewFrame pageId={42} of="draft" version={1} title="Draft" />,
    ],
    // Its error has the only h1 of the page, so the error is shown in the tests of the frame and not here.
    [
      'a screen that did not fail',
      <ScreenBoundary onFailure={noAction}>
        <p>The screen.</p>
      </ScreenBoundary>,
    ],
  ],
};

const FACTS: ComponentStory = {
  name: 'CallCountChart, Effect, Findings, FoldedRow and QrCode',
  states: [
    [
      'bars',
      <CallCountChart
        title="Calls of each day"
        unit="Day"
        sentence="3 calls answered and 1 refused."
        values={[
          { label: '1 January', answered: 3, refused: 0 },
          { label: '2 January', answered: 0, refused: 1 },
        ]}
      />,
    ],
    [
      'one effect',
      <ul className="rows" role="list">
        <li>
          <Effect events={[sampleEffect(1)]} />
        </li>
      </ul>,
    ],
    [
      'effects of one author',
      <ul className="rows" role="list">
        {foldEffects([sampleEffect(2), sampleEffect(1)]).map((folded) => (
          <FoldedRow key={folded.events.at(-1)?.id} folded={folded} />
        ))}
      </ul>,
    ],
    [
      'a verdict',
      <>
        <p>{describeVerdict(SAMPLE_VERDICT)}</p>
        <Findings
          verdict={SAMPLE_VERDICT}
          wayTo={(place, words) => <Link to={`/pages/42?line=${place.line}`}>{words}</Link>}
        />
      </>,
    ],
    ['QR code', <QrCode text="https://p42.example/" label="QR code of the example" />],
  ],
};

/** The examples of the components that show content, such as times and lists, in their states. */
export const CONTENT_STORIES: readonly ComponentStory[] = [WORDS, PROBLEMS, LOADED, FACTS];
