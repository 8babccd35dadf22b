/* FILE: test/docs/page_checks.js
 * WHAT: the checks of site.sh that run in Chromium: each page is loaded in a frame as wide as a screen. Returns a list of what is wrong.
 * USE:  the body of an asynchronous function of WebDriver: width in pixels, name of the color scheme, pages, and what takes the list
 */
const [width, scheme, pages, done] = arguments;

/* Text and its background: at least 4.5 to 1 (WCAG 2.1, 1.4.3). */
const parts = color => color.match(/[\d.]+/g).map(Number);
const luminance = color => {
  const [x, y, z] = color.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const over = ([r, g, b, alpha = 1], below) => [r, g, b].map((v, i) => v * alpha + below[i] * (1 - alpha));
const contrast_of = element => {
  const layers = [];
  for (let e = element; e; e = e.parentElement) layers.push(parts(getComputedStyle(e).backgroundColor));
  const ground = layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255]);
  const text = over(parts(getComputedStyle(element).color), ground);
  const [low, high] = [luminance(text), luminance(ground)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const check = (view, say) => {
  const page = view.document, root = page.scrollingElement, still = page.createElement("style");
  still.textContent = "* { transition: none !important }"; /* colors that change slowly are measured at their end */
  page.head.append(still);
  /* A page does not scroll sideways; tables and code scroll inside of it. */
  if (root.scrollWidth > width) {
    const wide = [...page.querySelectorAll(".md-content *")].find(e => e.getBoundingClientRect().right > width + 1);
    say(`the page is ${root.scrollWidth} pixels wide: ${wide ? wide.outerHTML.slice(0, 80) : "unknown"}`);
  }
  if (page.querySelectorAll("h1").length !== 1) say("the page has not one title");
  for (const image of page.images)
    if (image.complete && !image.naturalWidth) say(`no image ${image.getAttribute("src")}`);
  if (page.body.dataset.mdColorScheme !== scheme) say(`the colors are those of ${page.body.dataset.mdColorScheme}`);
  const kinds = new Set();
  for (const e of page.querySelectorAll(".md-tabs__link, .md-nav__link, .md-content :is(p, li, a:not(.headerlink), code, span, th, td, h1, h2, h3)")) {
    const kind = `${e.tagName} ${e.className || e.getAttribute("style") || ""} ${e.parentElement.tagName}`;
    if (kinds.has(kind) || !e.textContent.trim() || !e.getClientRects().length) continue;
    kinds.add(kind);
    const contrast = contrast_of(e);
    if (contrast < 4.5) say(`contrast ${contrast.toFixed(2)} of '${e.textContent.trim().slice(0, 30)}' (${kind.toLowerCase()})`);
  }
};

(async () => {
  const wrong = [];
  for (const name of pages) {
    localStorage.clear(); /* a color scheme that was chosen before */
    const frame = document.createElement("iframe");
    frame.style = `position: fixed; top: 0; left: 0; border: 0; z-index: 99; width: ${width}px; height: 740px`;
    frame.src = `/${name}`;
    document.body.append(frame);
    await new Promise(loaded => frame.addEventListener("load", loaded));
    check(frame.contentWindow, fault => wrong.push(`${name} (${width} px, ${scheme}): ${fault}`));
    frame.remove();
  }
  done(wrong);
})().catch(error => done([`page_checks.js: ${error}`]));
