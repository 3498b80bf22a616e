import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test.each([
  ['select 1; select 2', ['select 1', 'select 2']],
  ['select 1;\n-- the end;\n', ['select 1']],
  ["select 'a;''b;'; select 2;", ["select 'a;''b;'", 'select 2']],
  ['select ";" from "a;""b"; select 2', ['select ";" from "a;""b"', 'select 2']],
  ['do $$ begin; end $$; select 1', ['do $$ begin; end $$', 'select 1']],
  ['do $a$ $$;$$ ; $a$; select 1', ['do $a$ $$;$$ ; $a$', 'select 1']],
  ['/* a; /* b; */ c; */ select 1; /* d */', ['/* a; /* b; */ c; */ select 1']],
  ["-- it's one;\nselect 1", ["-- it's one;\nselect 1"]],
  ['', []],
])('%j has its statements', (sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements);
});
