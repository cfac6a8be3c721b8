// Downloads, and pictures of what is on screen.

export function download(name: string, text: string, type = "text/plain;charset=utf-8") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** What is looked up of every shape, with what it is anyway. */
const PLAIN: Record<string, string> = { fill: "rgb(0, 0, 0)", stroke: "none", "stroke-width": "1px", "stroke-dasharray": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", "fill-opacity": "1", "stroke-opacity": "1", "paint-order": "normal" };
const OF_TEXT: Record<string, string> = { "font-family": "", "font-size": "", "font-weight": "400", "text-anchor": "start", "dominant-baseline": "auto" };

/** What an element looks like, as far as that is not plain. */
function look(element: SVGElement): string {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name);
  const said: string[] = of("opacity") === "1" ? [] : [`opacity:${of("opacity")}`];
  if (element.tagName === "g" || element.tagName === "svg") return said.join(";");
  for (const [name, plain] of Object.entries(element.tagName === "text" ? { ...PLAIN, ...OF_TEXT } : PLAIN)) {
    if (name.startsWith("stroke-") && of("stroke") === "none") continue;
    if (of(name) !== plain) said.push(`${name}:${of(name)}`);
  }
  return said.join(";");
}

/** The picture as a file of its own: what style sheets say becomes a few classes, what is not seen goes. */
export function standalone(svg: SVGSVGElement, background: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll<SVGElement>("*")];
  const to = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  const classes = new Map<string, string>();
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    const hidden = style.display === "none" || style.visibility === "hidden" || style.opacity === "0" || /^rgba\(.*, 0\)$/.test(style.fill);
    if (/^(title|defs)$/.test(element.tagName) ? element.tagName === "title" : element.classList.contains("grip") || (hidden && !element.closest("defs"))) return to[i].remove();
    for (const { name } of [...to[i].attributes]) if (/^(class|style|role|tabindex|data-|aria-)/.test(name) || name in PLAIN || name in OF_TEXT) to[i].removeAttribute(name);
    if (element !== svg && !element.closest("defs") && style.transform !== "none" && !element.hasAttribute("transform")) to[i].setAttribute("transform", style.transform);
    const key = element.closest("defs") && element.tagName !== "path" ? "" : look(element);
    if (!key || element === svg) return;
    if (!classes.has(key)) classes.set(key, `c${classes.size.toString(36)}`);
    to[i].setAttribute("class", classes.get(key)!);
  });
  // What was between elements for the page, and groups of which nothing is left.
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_TEXT);
  const gaps: CharacterData[] = [];
  while (walker.nextNode()) if (walker.currentNode.nodeType === Node.COMMENT_NODE || !walker.currentNode.textContent?.trim()) gaps.push(walker.currentNode as CharacterData);
  gaps.forEach((gap) => gap.remove());
  for (const group of [...copy.querySelectorAll("g:empty")]) group.remove();
  const box = svg.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 0 ${Math.round(box.width)} ${Math.round(box.height)}`);
  const make = (tag: string) => document.createElementNS("http://www.w3.org/2000/svg", tag);
  const rules = make("style");
  rules.textContent = [...classes].map(([said, name]) => `.${name}{${said}}`).join("");
  const paper = make("rect");
  for (const [name, value] of [["width", "100%"], ["height", "100%"], ["fill", background]]) paper.setAttribute(name, value);
  copy.prepend(rules, paper);
  return new XMLSerializer().serializeToString(copy) + "\n";
}

export function downloadPicture(selector: string, name: string) {
  const svg = document.querySelector<SVGSVGElement>(selector);
  if (svg) download(name, standalone(svg, getComputedStyle(document.body).backgroundColor), "image/svg+xml");
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
