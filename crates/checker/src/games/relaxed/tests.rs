//! The relaxed game against plain play to the end, on small graphs.

use super::*;
use std::collections::HashMap;

/// Does Alice win the relaxed game? By playing it to the end, region by region.
fn alice_wins(game: &Relaxed, rest: &Rest, alice: bool) -> bool {
    if !rest.danger.contains(&true) {
        return true;
    }
    if alice {
        let moves = game.moves(rest).into_iter();
        let mut moves = moves.filter(|&(v, _)| rest.danger[v]);
        let wins = |(v, color)| match game.color(rest, v, color) {
            Some(after) => alice_wins(game, &after, false),
            None => false,
        };
        return moves.any(wins) || game.alice_passes && alice_wins(game, rest, false);
    }
    game.regions(rest).iter().all(|region| {
        let mut moves = game.moves(region).into_iter();
        let wins = |(v, color)| match game.color(region, v, color) {
            Some(after) => alice_wins(game, &after, true),
            None => false,
        };
        moves.all(wins) && (game.alice_passes || alice_wins(game, region, true))
    })
}

/// Does Alice win the colouring game itself, by plain rules?
fn truth(game: &Relaxed, colors: &mut Vec<u64>, alice: bool, bob_passes: bool) -> bool {
    let taken = |colors: &[u64], v: usize| {
        let near = game.neighbors[v].iter();
        near.fold(0, |set, &w| set | 1 << colors[w as usize])
    };
    let all = (1 << (game.colors + 1)) - 2;
    let mut open = (0..colors.len()).filter(|&v| colors[v] == 0);
    if open.clone().any(|v| all & !taken(colors, v) == 0) {
        return false;
    }
    if open.next().is_none() {
        return true;
    }
    let mut passed = match alice {
        true => game.alice_passes,
        false => bob_passes,
    } && truth(game, colors, !alice, bob_passes) == alice;
    for v in 0..colors.len() {
        for color in 1..=game.colors {
            if colors[v] == 0 && taken(colors, v) & 1 << color == 0 && !passed {
                colors[v] = color;
                passed = truth(game, colors, !alice, bob_passes) == alice;
                colors[v] = 0;
            }
        }
    }
    passed == alice
}

fn graph(n: usize, set: usize) -> Vec<Vec<u32>> {
    let mut neighbors = vec![Vec::new(); n];
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    for (_, (a, b)) in pairs.enumerate().filter(|(i, _)| set >> i & 1 == 1) {
        neighbors[a].push(b as u32);
        neighbors[b].push(a as u32);
    }
    neighbors
}

fn permutations(names: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in names {
        let longer = |map: &Vec<usize>| {
            let free = names.iter().filter(|v| !map.contains(v));
            let with = |&v: &usize| map.iter().copied().chain([v]).collect();
            free.map(with).collect::<Vec<Vec<usize>>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// All positions of small graphs: where Alice wins the relaxed game she wins the colouring game, what is
/// called scattered is won, and regions with a common image have the same winner, on whatever
/// boards they lie.
#[test]
fn the_relaxed_game_is_harder_and_regions_that_look_alike_are_alike() {
    let (mut won, mut lost, mut shared) = (0, 0, 0);
    let mut values: [HashMap<(Vec<u16>, bool), bool>; 2] = Default::default();
    for (n, step) in [(3, 1), (4, 1), (5, 37), (6, 2311)] {
        for set in (0..1usize << (n * (n - 1) / 2)).step_by(step) {
            for (colors, pass) in [(2, 0), (3, 0), (2, 1), (2, 2), (3, 1), (3, 2)] {
                let mut game = Relaxed::new(&graph(n, set), colors, pass == 1);
                game.isomorphism = true;
                let rows = (colors + 1).pow(n as u32);
                let stride = if n == 6 { 11 } else { 1 };
                for row in (0..rows).step_by(stride) {
                    let at = |v: usize| row / (colors + 1).pow(v as u32) % (colors + 1);
                    let mut row: Vec<u64> = (0..n).map(at).collect();
                    let clash = |v: usize| {
                        let mut near = game.neighbors[v].iter();
                        row[v] != 0 && near.any(|&w| row[w as usize] == row[v])
                    };
                    if (0..n).any(clash) {
                        continue;
                    }
                    let all = (1 << (colors + 1)) - 2;
                    let free = |v: usize| {
                        let near = game.neighbors[v].iter();
                        all & !near.fold(0, |set, &w| set | 1 << row[w as usize])
                    };
                    let free: Vec<Option<u64>> =
                        (0..n).map(|v| (row[v] == 0).then(|| free(v))).collect();
                    if free.contains(&Some(0)) {
                        continue;
                    }
                    let free = free.into_iter().map(Option::unwrap_or_default);
                    let rest = game.rest(free.collect());
                    let wins = alice_wins(&game, &rest, false);
                    if game.scattered(&rest, 0) {
                        assert!(wins, "{:?} {row:?}", game.neighbors);
                    }
                    let truth = truth(&game, &mut row, false, pass == 2);
                    match wins {
                        true => assert!(truth, "{:?} {row:?} {pass}", game.neighbors),
                        false => lost += 1,
                    }
                    won += usize::from(wins && rest.danger.contains(&true));
                    for region in game.regions(&rest) {
                        let vertices: Vec<usize> = Relaxed::vertices(&region).collect();
                        let names: Vec<usize> = (0..vertices.len()).collect();
                        if vertices.len() > 4 {
                            continue;
                        }
                        let key = |map: &Vec<usize>| {
                            let map: Vec<String> = map.iter().map(usize::to_string).collect();
                            game.key(&region, &map.join(".")).unwrap()
                        };
                        let least = permutations(&names).iter().map(key).min().unwrap();
                        let value = alice_wins(&game, &region, false);
                        let known = &mut values[usize::from(pass == 1)];
                        let old = known.insert((least, false), value);
                        assert!(old.is_none_or(|old| old == value), "{:?}", region.free);
                        shared += usize::from(old.is_some());
                    }
                }
            }
        }
    }
    assert!(
        won > 500 && lost > 500 && shared > 1000,
        "{won} {lost} {shared}"
    );
    let wins = |values: &HashMap<_, bool>| values.values().any(|&won| won);
    assert!(values.iter().all(wins));
}

#[test]
fn safe_means_that_no_matching_takes_all_colors() {
    // All families of up to three rivals over three colours, against all ways to match.
    for free in [0b0010, 0b0110, 0b1110] {
        for code in 0..9 * 9 * 9 {
            let digits = [code % 9, code / 9 % 9, code / 81];
            let rivals: Vec<u64> = digits
                .into_iter()
                .filter(|&d| d < 8)
                .map(|d| d << 1)
                .collect();
            let colors: Vec<u64> = (1..=3).filter(|c| free & 1 << c != 0).collect();
            let names: Vec<usize> = (0..rivals.len()).collect();
            let matched = permutations(&names).into_iter().any(|order| {
                let pairs = || colors.iter().zip(&order);
                pairs().count() == colors.len() && pairs().all(|(c, &w)| rivals[w] & 1 << c != 0)
            });
            assert_eq!(is_safe(free, &rivals), !matched, "{free} {rivals:?}");
        }
    }
}
