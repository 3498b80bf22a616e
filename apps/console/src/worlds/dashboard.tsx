import type { MemberWorld } from '@bridge/contracts';
import { useEffect, useId, useState } from 'react';
import { useAction } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { setDashboard } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { showToast } from '../ui/toast.tsx';

const TITLE_CHARS_MAX = 120;
const TEXT_CHARS_MAX = 4_000;
/**
 * Time in ms after a change of a dashboard until the server of published websites shows it: that server caches data for up to 1
 * s.
 */
const FRAME_FRESH_MS = 1_200;

/** The title and text of the dashboard (the public page) of a World (public identity). */
interface DashboardTitleAndText {
  readonly title: string;
  readonly text: string;
}

function DashboardForm({ world }: { readonly world: MemberWorld }) {
  const { word } = world;
  const [title, setTitle] = useState(world.title);
  const [text, setText] = useState(world.text);
  const textId = useId();
  const refresh = useRefresh();
  const change = useAction();
  const set = async (next: DashboardTitleAndText): Promise<void> => {
    await setDashboard(word, next);
    await refresh(['world', word], ['worlds']);
  };
  const save = (): void => {
    const before = { title: world.title, text: world.text };
    change.run(async () => {
      await set({ title, text });
      showToast('The dashboard is changed', async () => {
        await set(before);
        setTitle(before.title);
        setText(before.text);
      });
    });
  };
  return (
    <Form onSubmit={save}>
      <Field label="Title" required maxLength={TITLE_CHARS_MAX} value={title} onChange={setTitle} />
      <div className="field">
        <label htmlFor={textId}>Text</label>
        <textarea
          id={textId}
          maxLength={TEXT_CHARS_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Problem refusal={change.refusal} onAgain={change.again} />
      <Button
        submit
        look="primary"
        busy={change.busy}
        disabled={title === world.title && text === world.text}
      >
        Change the dashboard
      </Button>
    </Form>
  );
}

/**
 * React hook: returns the version of a World's dashboard (its public page) that the server of this page already shows. A new
 * version is returned FRAME_FRESH_MS later.
 */
function useShownVersion(version: string): string {
  const [shown, setShown] = useState(version);
  useEffect(() => {
    if (shown === version) return undefined;
    const timer = setTimeout(() => setShown(version), FRAME_FRESH_MS);
    return () => clearTimeout(timer);
  }, [version, shown]);
  return shown;
}

/**
 * Properties of the component `Dashboard`, which shows and edits the dashboard (the public page) of a World (public identity).
 */
interface DashboardProps {
  readonly world: MemberWorld;
  /** A value that changes whenever the content of the dashboard changes. */
  readonly version: string;
  /** False while a service is unavailable that the dashboard page needs. */
  readonly canShow: boolean;
}

/**
 * Shows the dashboard (the public page) of a World (public identity) as visitors see it. The founder also sees a form for its
 * title and text.
 */
export function Dashboard({ world, version, canShow }: DashboardProps) {
  const shown = useShownVersion(version);
  return (
    <section aria-labelledby="dashboard">
      <h2 id="dashboard">Dashboard</h2>
      <p>
        <a href={world.world_url} target="_blank" rel="noreferrer">
          {world.world_url}
        </a>
      </p>
      <div className="dashboard">
        {world.role === 'founder' && <DashboardForm world={world} />}
        {canShow && (
          <iframe
            key={shown}
            title={`Dashboard of ${world.word}`}
            src={world.world_url}
            sandbox=""
            referrerPolicy="no-referrer"
            allow=""
          />
        )}
      </div>
    </section>
  );
}
