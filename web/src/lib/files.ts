// Downloads, and pictures of what is on screen.

export function download(name: string, text: string, type = "text/plain;charset=utf-8") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const PROPERTIES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "fill-opacity", "stroke-opacity", "visibility", "display", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "transform"];

/** The picture as a file of its own: what style sheets say becomes attributes. */
export function standalone(svg: SVGSVGElement, background: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll<SVGElement>("*")];
  const to = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  from.forEach((element, i) => {
    if (element.classList.contains("grip")) to[i].remove();
    const style = getComputedStyle(element);
    for (const name of PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (name === "transform" && (element.hasAttribute("transform") || value === "none" || element === svg)) continue;
      if (value && value !== "auto") to[i].setAttribute(name, value);
    }
    for (const { name } of [...to[i].attributes])
      if (/^(class|style|role|tabindex|data-|aria-)/.test(name)) to[i].removeAttribute(name);
  });
  for (const gone of [...copy.querySelectorAll('[display="none"], [visibility="hidden"]')]) gone.remove();
  const box = svg.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 0 ${Math.round(box.width)} ${Math.round(box.height)}`);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of [["width", "100%"], ["height", "100%"], ["fill", background]]) paper.setAttribute(name, value);
  copy.prepend(paper);
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
