/** One bar of a bar chart: the number of refused calls, stacked on the number of answered calls. */
export interface CallCountBarData {
  readonly label: string;
  /** Number of answered calls; absent in a chart of refused calls only. */
  readonly answered?: number;
  readonly refused: number;
}

/** Properties of the component `CallCountChart`, a bar chart. */
interface CallCountChartProps {
  readonly title: string;
  /** What one bar stands for, such as “Day”; the header of the first column of the table. */
  readonly unit: string;
  /** A sentence that summarises the chart; it is shown above the bars. */
  readonly sentence: string;
  readonly values: readonly CallCountBarData[];
}

const HEIGHT = 60;
const STEP = 10;
const GAP = 2;

function BarTable({ title, unit, values }: Omit<CallCountChartProps, 'sentence'>) {
  const hasAnswered = values.some(({ answered }) => answered !== undefined);
  return (
    <details>
      <summary>As a table</summary>
      <table>
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{unit}</th>
            {hasAnswered && <th scope="col">Answered</th>}
            <th scope="col">Refused</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ label, answered, refused }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {hasAnswered && <td className="numbers">{answered ?? 0}</td>}
              <td className="numbers">{refused}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Shows a bar chart with a sentence that summarises it and a table of its numbers. Screen readers skip the bars. */
export function CallCountChart({ sentence, ...table }: CallCountChartProps) {
  const { values } = table;
  const most = Math.max(1, ...values.map(({ answered = 0, refused }) => answered + refused));
  const heightOf = (count: number): number => (count / most) * HEIGHT;
  return (
    <figure className="bars">
      <figcaption>{sentence}</figcaption>
      <svg
        viewBox={`0 0 ${Math.max(values.length, 1) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {values.map(({ label, answered = 0, refused }, index) => (
          <g key={label}>
            <rect
              className="answered"
              x={index * STEP}
              width={STEP - GAP}
              y={HEIGHT - heightOf(answered)}
              height={heightOf(answered)}
            />
            <rect
              className="refused"
              x={index * STEP}
              width={STEP - GAP}
              y={HEIGHT - heightOf(answered + refused)}
              height={heightOf(refused)}
            />
          </g>
        ))}
      </svg>
      <BarTable {...table} />
    </figure>
  );
}
