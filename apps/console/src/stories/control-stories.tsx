import { useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CheckboxOrRadio } from '../ui/choice.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Copy } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FilterSelect } from '../ui/filter-select.tsx';
import { Form } from '../ui/form.tsx';
import { FormEnd } from '../ui/form-end.tsx';
import { Link } from '../ui/link.tsx';
import { More } from '../ui/more.tsx';
import { PublicOverviewCheckbox } from '../ui/overviews-choice.tsx';
import { WebsiteScreenTabs } from '../ui/page-tabs.tsx';
import { Select } from '../ui/select.tsx';
import { Shortcuts } from '../ui/shortcuts.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { showToast } from '../ui/toast.tsx';
import type { ComponentStory } from './story.ts';

const nothing = (): void => undefined;

/** Example of a dialog: a button that opens it, and in it a button that closes it. */
function Opener({
  name,
  dialog,
}: {
  readonly name: string;
  readonly dialog: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

/** Example of a text field that stores the typed text itself. */
function TypedField({ label, hint }: { readonly label: string; readonly hint?: string }) {
  const [value, setValue] = useState('');
  return (
    <Field
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={value}
      onChange={setValue}
    />
  );
}

const BUTTONS: ComponentStory = {
  name: 'Button',
  states: [
    ['rest', <Button>Rest</Button>],
    ['primary', <Button look="primary">Primary</Button>],
    ['danger', <Button look="danger">Danger</Button>],
    ['plain', <Button look="plain">Plain</Button>],
    ['busy', <Button busy>Busy</Button>],
    ['disabled', <Button disabled>Disabled</Button>],
  ],
};

const FIELDS: ComponentStory = {
  name: 'Field, Form, FormEnd, CheckboxOrRadio, PublicOverviewCheckbox, Select and FilterSelect',
  states: [
    ['rest', <TypedField label="Name" />],
    ['with a hint', <TypedField label="Word" hint="Small letters, digits and hyphens." />],
    ['read only', <Field label="Title" readOnly value="Moonlit Press" onChange={nothing} />],
    ['disabled', <Field label="Address" disabled value="harbour" onChange={nothing} />],
    [
      'a form that is sent by Enter',
      <Form aria-label="Example" onSubmit={() => showToast('The form was sent')}>
        <TypedField label="Message" />
        <FormEnd action="Send" busy={false} onCancel={nothing} />
      </Form>,
    ],
    [
      'checkbox',
      <CheckboxOrRadio checked onChange={nothing}>
        List it
      </CheckboxOrRadio>,
    ],
    [
      'radio button',
      <CheckboxOrRadio name="example" checked={false} onChange={nothing}>
        Only these
      </CheckboxOrRadio>,
    ],
    [
      'overviews',
      <PublicOverviewCheckbox
        listed
        send={() => Promise.resolve()}
        refresh={() => Promise.resolve()}
      >
        Public overviews may list this World
      </PublicOverviewCheckbox>,
    ],
    ['list', <Select label="Role" options={[['a', 'One']]} value="a" onChange={nothing} />],
    ['filter', <FilterSelect name="state" label="State" options={[['draft', 'drafts']]} />],
  ],
};

const WAYS: ComponentStory = {
  name: 'Link, More, WebsiteScreenTabs and Tabs',
  states: [
    ['link', <Link to="/keys">Keys</Link>],
    [
      'as a button',
      <Link className="button" to="/keys/new">
        New key
      </Link>,
    ],
    [
      'next page',
      <More list={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage: nothing }} />,
    ],
    ['screens of a website', <WebsiteScreenTabs pageId={42} />],
    [
      'tabs',
      <Tabs
        label="Client"
        tabs={['One', 'Two'].map((name) => ({ name, content: () => <p>Panel {name}</p> }))}
      />,
    ],
    ['copy', <Copy text="https://p42.example/" label="the example" />],
  ],
};

const DIALOGS: ComponentStory = {
  name: 'Dialog, Confirm, Shortcuts and Toast',
  states: [
    [
      'dialog',
      <Opener
        name="Open a dialog"
        dialog={(close) => (
          <Dialog title="A dialog" onClose={close}>
            <p>Escape closes it.</p>
            <Button onClick={close}>Close</Button>
          </Dialog>
        )}
      />,
    ],
    [
      'a name to type',
      <Opener
        name="Ask for a name"
        dialog={(close) => (
          <Confirm
            title="Revoke “laptop”?"
            action="Revoke key"
            typed="laptop"
            busy={false}
            onConfirm={close}
            onClose={close}
          >
            <p>This cannot be undone.</p>
          </Confirm>
        )}
      />,
    ],
    [
      'shortcuts',
      <Opener name="Show the keys" dialog={(close) => <Shortcuts onClose={close} />} />,
    ],
    ['toast', <Button onClick={() => showToast('It is done')}>Say it</Button>],
    [
      'toast with undo',
      <Button onClick={() => showToast('It is changed', () => Promise.resolve())}>
        Say it with undo
      </Button>,
    ],
  ],
};

/** The examples of the components that a person operates, such as buttons and fields, in their states. */
export const CONTROL_STORIES: readonly ComponentStory[] = [BUTTONS, FIELDS, WAYS, DIALOGS];
