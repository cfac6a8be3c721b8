// Light or dark: as the system says, until the user says otherwise.

class Theme {
  #asked = matchMedia("(prefers-color-scheme: dark)");
  #chosen = $state<"light" | "dark" | null>(null);
  #system = $state(this.#asked.matches);

  constructor() {
    this.#asked.addEventListener("change", () => (this.#system = this.#asked.matches));
    // A notebook says its own.
    new MutationObserver(() => {
      const { theme } = document.documentElement.dataset;
      if (theme === "light" || theme === "dark") this.#chosen = theme;
    }).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    try {
      const kept = localStorage.getItem("theme");
      if (kept === "light" || kept === "dark") this.#set(kept);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }

  get dark(): boolean {
    return this.#chosen ? this.#chosen === "dark" : this.#system;
  }

  #set(theme: "light" | "dark") {
    this.#chosen = theme;
    document.documentElement.dataset.theme = theme;
  }

  /** Large and with high contrast, for those who sit far away; until the page is left. */
  projector = $state(false);

  project() {
    this.projector = !this.projector;
    document.documentElement.toggleAttribute("data-projector", this.projector);
  }

  toggle() {
    const theme = this.dark ? "light" : "dark";
    this.#set(theme);
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // As above.
    }
  }
}

export const theme = new Theme();
