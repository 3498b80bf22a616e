import { expect, test } from 'vitest';
import { embedHtml } from './embed.tsx';

// Verifies: console.share.
test('a title cannot leave its attribute in the HTML that embeds a website', () => {
  expect(embedHtml('https://p42.example/', '"><script>alert(1)</script>&')).toBe(
    '<iframe src="https://p42.example/" title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;" loading="lazy" width="100%" height="600"></iframe>',
  );
});
